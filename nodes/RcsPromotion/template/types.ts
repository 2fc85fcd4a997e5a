import type { ContactReference } from '../contacts/types';
import type { Finding } from '../finding';

/** The `template` of the launch body, to the letter of the service's document. */
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

export type CardsMode = 'form' | 'json' | 'none';

/** The fields of the form as n8n hands them over, expressions resolved: any of them may hold anything. */
export interface TemplateForm {
	templateName: unknown;
	templateId: unknown;
	templateLanguage: unknown;
	cardsMode: CardsMode;
	/** `cards` of the form: `{card: [{headerImageUrl, variables: {variable: [{source, text, column}]}}]}`. */
	cards?: unknown;
	cardsJson?: unknown;
}

export interface BuiltTemplate {
	/** Complete only if nothing refuses. */
	template: Template;
	/** What it takes from each contact, in order, repeats included. */
	references: ContactReference[];
	/** Reasons not to send, each with its card and variable. */
	refusals: Finding[];
	/** What else is worth telling. */
	warnings: Finding[];
}
