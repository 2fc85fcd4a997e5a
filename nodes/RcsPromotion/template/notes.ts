import { NodeOperationError } from 'n8n-workflow';
import type { ContactReference } from '../contacts/types';
import type { Finding } from '../finding';

/** What is noticed while a template is built, so that users hear of all of it at once. */
export class Notes {
	/** Which contact columns it uses, in order, repeats included. */
	readonly references: ContactReference[] = [];
	/** Reasons not to send, each with its card and variable. */
	readonly refusals: Finding[] = [];
	/** Other things worth mentioning. */
	readonly warnings: Finding[] = [];

	refuse(where: string | undefined, message: string, advice: string): void {
		this.refusals.push({ where, message, advice });
	}

	warn(where: string | undefined, message: string, advice: string): void {
		this.warnings.push({ where, message, advice });
	}

	/** What is read from the form. If the form refuses it, this is noted, and undefined returned. */
	read<T>(where: string | undefined, read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof NodeOperationError)) throw error as Error;
			this.refuse(where, error.message, error.description ?? '');
			return undefined;
		}
	}
}

export const cardLabel = (index: number) => `Card ${index + 1}`;
export const variableLabel = (card: number, variable: number) => `${cardLabel(card)}, variable ${variable + 1}`;
