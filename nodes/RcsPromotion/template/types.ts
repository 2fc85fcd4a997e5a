import type { ContactReference } from '../contacts/types';
import type { Issue } from '../issues';

/** The `template` of the launch body, exactly as the service's document defines it. */
export interface Template {
	name: string;
	id: string;
	language: string;
	/** Absent for a template without cards. */
	components?: TemplateComponent[];
}

/** A carousel, or a part of a single card that has no carousel around it. */
export type TemplateComponent = { type: 'CAROUSEL'; cards: TemplateCard[] } | CardComponent;

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
	/** Complete only if no issue is a refusal. */
	template: Template;
	issues: readonly Issue[];
	/** Which contact columns it uses, in order, repeats included. */
	references: readonly ContactReference[];
}
