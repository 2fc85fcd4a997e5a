import { readPhone, regularPhoneKey, type PhoneOddity } from './phones';
import { RecipientSet } from './recipientSet';
import type { Row } from './rows';
import type { Tally } from './tally';
import type { ContactColumn } from './types';

/** What can be wrong with one contact. `odd` counts all oddities of phones together. */
export type ContactFlaw =
	| PhoneOddity
	| 'odd'
	| 'duplicate'
	| 'columnCount'
	| 'unreadable'
	| `empty ${ContactColumn}`
	| `notText ${ContactColumn}`;

/** Where in a row is what. */
export interface RowLayout {
	phone?: number;
	/** How many values a row must have. */
	width: number;
	/** The columns that the template shows. */
	referenced: ReadonlyArray<readonly [column: ContactColumn, index: number]>;
}

/** Looks at each contact once, one after another. */
export class RecipientChecks {
	rows = 0;
	readonly recipients = new RecipientSet();

	constructor(
		private readonly layout: RowLayout,
		private readonly flaws: Tally<ContactFlaw>,
	) {}

	/** Whether the contact is the first with its phone number, or has none that could be compared. */
	take(row: Row, line: number): boolean {
		const { phone, width, referenced } = this.layout;
		this.rows++;
		if (row.length !== width) this.flaws.note('columnCount', line);
		for (const [column, index] of referenced) {
			if (row.isBlank(index)) this.flaws.note(`empty ${column}`, line);
		}
		return phone === undefined || this.isFirst(row.text(phone), line);
	}

	private isFirst(phone: string, line: number): boolean {
		const key = regularPhoneKey(phone) || this.oddKey(phone, line);
		if (key === 0 || this.recipients.add(key)) return true;
		this.flaws.note('duplicate', line);
		return false;
	}

	private oddKey(phone: string, line: number): number {
		const { key, oddity } = readPhone(phone);
		if (oddity) {
			this.flaws.note(oddity, line);
			this.flaws.note('odd', line);
		}
		return key;
	}
}
