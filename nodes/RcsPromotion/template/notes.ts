import type { FormReader } from '../../service/formReader';
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

	/** What `read` gets from the form. If the form refuses it, this is noted, and undefined returned. */
	read<T>(form: FormReader, where: string | undefined, read: (form: FormReader) => T): T | undefined {
		try {
			return read(form.refusing((message, advice) => new Refusal({ where, message, advice })));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error as Error;
			this.refusals.push(error.finding);
			return undefined;
		}
	}
}

class Refusal extends Error {
	constructor(readonly finding: Finding) {
		super(finding.message);
	}
}

export const cardPlace = (index: number) => `Card ${index + 1}`;
export const variablePlace = (card: number, variable: number) => `${cardPlace(card)}, variable ${variable + 1}`;
