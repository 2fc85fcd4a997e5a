import type { ContactReference } from '../contacts/types';
import type { Finding } from '../finding';

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

export type CardsMode = 'form' | 'json' | 'none';

/** The form's fields as n8n passes them, with expressions resolved. Any of them may hold a value of any type. */
export interface TemplateForm {
	templateName: unknown;
	templateId: unknown;
	templateLanguage: unknown;
	cardsMode: CardsMode;
	/** The form's `cards`: `{card: [{headerImageUrl, variables: {variable: [{source, text, column}]}}]}`. */
	cards?: unknown;
	cardsJson?: unknown;
}

export interface BuiltTemplate {
	/** Complete only if there are no refusals. */
	template: Template;
	/** Which contact columns it uses, in order, repeats included. */
	references: ContactReference[];
	/** Reasons not to send, each with its card and variable. */
	refusals: Finding[];
	/** Other things worth mentioning. */
	warnings: Finding[];
}
