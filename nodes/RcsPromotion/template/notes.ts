import type { CheckStrictness, ContactReference } from '../contacts/types';

/** What is noticed while a template is built. */
export class Notes {
	readonly references: ContactReference[] = [];
	readonly refusals: string[] = [];
	readonly warnings: string[] = [];

	constructor(private readonly checkContacts: CheckStrictness) {}

	/** In the way whatever the settings are. */
	refuse(message: string): void {
		this.refusals.push(message);
	}

	/** In the way unless the check is off. */
	object(message: string): void {
		(this.checkContacts === 'off' ? this.warnings : this.refusals).push(message);
	}

	warn(message: string): void {
		this.warnings.push(message);
	}
}

export const cardPlace = (index: number) => `Card ${index + 1}`;
export const variablePlace = (card: number, variable: number) => `${cardPlace(card)}, variable ${variable + 1}`;
