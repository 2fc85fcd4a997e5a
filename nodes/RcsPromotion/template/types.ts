import type { Notes } from './notes';

/** The `template` of the launch body, exactly as the service's document defines it. */
export interface Template {
	name: string;
	id: string;
	language: string;
	/** Absent for a template without a carousel. */
	components?: CarouselComponent[];
}

interface CarouselComponent {
	type: 'CAROUSEL';
	cards: TemplateCard[];
}

export interface TemplateCard {
	card_index: number;
	components: CardComponent[];
}

export type CardComponent = BodyComponent | HeaderComponent;

interface BodyComponent {
	type: 'BODY';
	variables: TemplateVariable[];
}

export interface HeaderComponent {
	type: 'HEADER';
	format: 'IMAGE';
	media: { mediaUrl: string };
}

export interface TemplateVariable {
	type: 'text';
	value: string;
}

export interface BuiltTemplate {
	/** Complete only if there are no refusals. */
	template: Template;
	notes: Notes;
}
