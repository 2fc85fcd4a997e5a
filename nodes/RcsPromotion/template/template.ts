import type { ContactReference } from '../contacts/contact';
import type { Issue } from '../issues';

/** The `template` of the launch body. What the service's document does not name passes as it was written. */
export interface Template {
	name: string;
	id: string;
	language: string;
	/** Absent for a template without cards. */
	components?: unknown[];
}

/** What people see of a card: its texts, and the addresses of its pictures, in order. */
export interface CardText {
	/** Such as "Card 1". */
	card: string;
	text: string;
	isAddress: boolean;
}

export interface BuiltTemplate {
	/** Complete only if no issue is a refusal. */
	template: Template;
	issues: readonly Issue[];
	/** Which contact values it shows, in order, repeats included. */
	references: readonly ContactReference[];
	texts: readonly CardText[];
}
