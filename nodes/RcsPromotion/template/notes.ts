import type { ContactReference } from '../contacts/types';
import type { Finding } from '../finding';

/** What is noticed while a template is built. */
export class Notes {
	readonly references: ContactReference[] = [];
	/** Reasons not to send. */
	readonly refusals: Finding[] = [];
	/** Other things worth mentioning. */
	readonly warnings: Finding[] = [];

	refuse(where: string | undefined, message: string, advice?: string): void {
		this.refusals.push({ where, message, advice });
	}

	warn(where: string | undefined, message: string, advice: string): void {
		this.warnings.push({ where, message, advice });
	}
}

export const cardPlace = (index: number) => `Card ${index + 1}`;
export const variablePlace = (card: number, variable: number) => `${cardPlace(card)}, variable ${variable + 1}`;
