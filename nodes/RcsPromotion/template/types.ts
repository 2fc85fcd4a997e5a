import type { TemplateIssues } from './templateIssues';

/** The `template` of the launch body, exactly as the service's document defines it. */
export interface Template {
	name: string;
	id: string;
	language: string;
	/** Absent for a template without a carousel. */
	components?: Array<{ type: 'CAROUSEL'; cards: TemplateCard[] }>;
}

export interface TemplateCard {
	card_index: number;
	components: CardComponent[];
}

export type CardComponent = { type: 'BODY'; variables: TemplateVariable[] } | HeaderComponent;

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
	issues: TemplateIssues;
}
