import { counted } from '../../service/values';
import { holdsLeftover, isPlaceholder } from './fieldValues';
import { phoneOddities, phoneReader, saysCountryCode, type PhoneOddity, type ReadPhone } from './phones';
import { PhoneSet } from './phoneSet';
import type { ContactCheckOptions, ContactColumn, PreviewContact, RecipientCounts } from './types';

/** What can be wrong with one contact. `odd` counts all oddities of phones together. */
type ContactFlaw =
	| PhoneOddity
	| 'odd'
	| 'duplicate'
	| 'columnCount'
	| 'codeApart'
	| 'unreadable'
	| `empty ${ContactColumn}`
	| `notText ${ContactColumn}`;

const SHOWN = 10;
const PREVIEWED = 3;
/** Enough to tell how a list writes its numbers. */
const MOST_WITHOUT_PLUS = 40;

export interface Occurrences {
	count: number;
	/** The first ten: lines of a file from 1, or items from 0. */
	places: number[];
	/** How the first of them begins. */
	sample: string;
}

/** Counts what was found, by kind; memory does not grow with the number of contacts. */
export class Flaws {
	private readonly kinds = new Map<ContactFlaw, Occurrences>();

	note(kind: ContactFlaw, place: number, sample = ''): void {
		const known = this.kinds.get(kind);
		if (!known) this.kinds.set(kind, { count: 1, places: [place], sample });
		else if (++known.count <= SHOWN) known.places.push(place);
	}

	of(kind: ContactFlaw): Occurrences {
		return this.kinds.get(kind) ?? { count: 0, places: [], sample: '' };
	}
}

/** Looks at each contact once, one after another, and says who gets the message. */
export class ContactReview {
	readonly preview: PreviewContact[] = [];
	readonly recipients = new PhoneSet();
	/** Phone numbers from all parts of the list that look right but do not say that they begin with a country code. */
	withoutPlus: string[] = [];
	private withoutPlusSeen = 0;
	private withoutPlusApart = 1;
	private rows = 0;
	private kept = 0;
	private duplicatesRemoved = 0;
	private leftOut = 0;
	private suppressed = 0;
	private phonesChanged = 0;
	private readonly phoneAt: number;
	private readonly readPhone: ReadPhone;
	private readonly referenced: number[];
	/** The value that all contacts so far share, column by column. */
	private shared: Array<string | undefined> = [];

	constructor(
		private readonly columns: readonly ContactColumn[],
		private readonly options: ContactCheckOptions,
		readonly flaws = new Flaws(),
	) {
		this.phoneAt = columns.indexOf('phone');
		this.readPhone = phoneReader(options);
		this.referenced = columns.flatMap((column, at) =>
			options.references.some((reference) => reference.column === column) ? [at] : [],
		);
	}

	get counts(): RecipientCounts {
		const { rows, kept: ready, duplicatesRemoved, leftOut, suppressed } = this;
		return { rows, ready, duplicatesRemoved, invalid: this.flaws.of('odd').count, leftOut, suppressed };
	}

	get changes(): string[] {
		const { phonesChanged } = this;
		return phonesChanged === 0 ? [] : [`${counted(phonesChanged, 'phone number')} in international form`];
	}

	/** Which oddity of phones is found most often. */
	get usualOddity(): PhoneOddity {
		const count = (oddity: PhoneOddity) => this.flaws.of(oddity).count;
		return phoneOddities.reduce((most, next) => (count(next) > count(most) ? next : most));
	}

	/** The columns in which three contacts or more all have the same value. */
	get sameForAll(): Array<[column: ContactColumn, value: string]> {
		if (this.kept < 3) return [];
		return this.columns.flatMap((column, at) => {
			const value = this.shared[at]?.trim() ?? '';
			const isUsual = value === '' || (column === 'language' && /^[a-z]{2,3}([-_][a-z]{2,4})?$/i.test(value));
			return isUsual ? [] : [[column, value] as [ContactColumn, string]];
		});
	}

	/**
	 * Whether the contact gets the message. Its values stand in the order of the columns; the phone number becomes what is sent.
	 * `countries` are those that the contact names for itself.
	 */
	take(values: string[], place: number, countries: () => string[]): boolean {
		this.rows++;
		if (this.phoneAt >= 0 && !this.takePhone(values, place, countries)) return false;
		this.kept++;
		for (const at of this.referenced) {
			const value = values[at] ?? '';
			if (isPlaceholder(value) || holdsLeftover(value))
				this.flaws.note(`empty ${this.columns[at] as ContactColumn}`, place, value.trim());
		}
		if (this.kept === 1) this.shared = [...values];
		else for (let at = 0; at < values.length; at++) if (this.shared[at] !== values[at]) this.shared[at] = undefined;
		if (this.kept <= PREVIEWED) {
			this.preview.push(Object.fromEntries(this.columns.map((column, at) => [column, values[at]])));
		}
		return true;
	}

	private noteWithoutPlus(phone: string): void {
		if (this.withoutPlusSeen++ % this.withoutPlusApart !== 0) return;
		this.withoutPlus.push(phone);
		if (this.withoutPlus.length < MOST_WITHOUT_PLUS) return;
		this.withoutPlus = this.withoutPlus.filter((_, index) => index % 2 === 0);
		this.withoutPlusApart *= 2;
	}

	private takePhone(values: string[], place: number, countries: () => string[]): boolean {
		const { doNotContact, checkContacts, removeDuplicates } = this.options;
		const written = values[this.phoneAt] ?? '';
		const phone = this.readPhone(written, countries);
		const { text, key, oddity } = phone;
		if (doNotContact?.has(phone) === true) {
			this.suppressed++;
			return false;
		}
		if (oddity) {
			this.flaws.note(oddity, place, sampleOf(text));
			this.flaws.note('odd', place);
			if (checkContacts === 'leaveOut') {
				this.leftOut++;
				return false;
			}
		}
		if (!oddity && !saysCountryCode(text)) this.noteWithoutPlus(text);
		if (key > 0 && !this.recipients.add(key)) {
			this.flaws.note('duplicate', place);
			if (removeDuplicates) {
				this.duplicatesRemoved++;
				return false;
			}
		}
		if (text !== written) this.phonesChanged++;
		values[this.phoneAt] = text;
		return true;
	}
}

/** Enough to recognize what is wrong, too little to be anybody's number. */
export function sampleOf(phone: string): string {
	const text = phone.trim();
	return text.length <= 4 ? text : `${text.slice(0, 4)}…`;
}
