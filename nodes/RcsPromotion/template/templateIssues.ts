import type { ContactReference } from '../contacts/types';
import { Issues } from '../issues';

/** What is wrong with a template, and what it needs of the contacts. */
export class TemplateIssues extends Issues {
	/** Which contact columns it uses, in order, repeats included. */
	readonly references: ContactReference[] = [];
}

export const labelCard = (index: number) => `Card ${index + 1}`;
export const labelVariable = (cardIndex: number, variable: number) =>
	`${labelCard(cardIndex)}, variable ${variable + 1}`;
