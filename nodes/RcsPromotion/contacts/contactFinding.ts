import { shortened } from '../../service/values';
import type { Finding } from '../finding';

/** One kind of finding, however many contacts it applies to. */
export interface ContactFinding extends Finding {
	/** Never changes between versions, so that workflows can rely on it. */
	code: string;
	/** How many contacts it applies to; 0 if it applies to the whole list. */
	count: number;
	/** The first ten lines of the file, or input items. The first is 1. */
	lines: number[];
}

/** A finding about the list as a whole, or about one line of it. */
export const ofList = (code: string, message: string, advice?: string, line?: number): ContactFinding => ({
	code,
	message,
	...(advice === undefined ? {} : { advice }),
	count: 0,
	lines: line === undefined ? [] : [line],
});

/** Why contacts cannot be read. Caught where the check starts, and reported as a refusal. */
export class ContactRefusal extends Error {
	readonly finding: ContactFinding;

	constructor(code: string, message: string, advice: string, line?: number) {
		super(message);
		this.finding = ofList(code, message, advice, line);
	}
}

export const BY_HAND = "Set 'Mapping Column Mode' to 'Map Each Column Manually'";
export const SPLIT_OUT = 'If one item holds a list of contacts, add a Split Out node before this one.';

export function inWords(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The names of existing columns or fields, for a message. */
export function listed(names: readonly string[]): string {
	const filled = names.filter((name) => name.trim() !== '');
	const shown = filled.slice(0, 15).map((name) => short(name.trim()));
	const more = filled.length > shown.length ? `, and ${filled.length - shown.length} more` : '';
	return shown.length === 0 ? 'nothing' : `${shown.join(', ')}${more}`;
}

export const short = (text: string) => shortened(text, 40);
