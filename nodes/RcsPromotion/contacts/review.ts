import { createHash } from 'crypto';
import { leftoverIn } from '../../service/values';
import { csvRow, Decisions } from './outgoingFile';
import { phoneOddities, plainPhoneKey, readPhone, sampleOf, type Phone, type PhoneOddity } from './phone';
import { PhoneSet } from './phoneSet';
import type {
	ContactCheckOptions,
	ContactColumn,
	ContactRow,
	ContactSource,
	Occurrences,
	PreviewContact,
	RecipientCounts,
} from './types';

/** What can be wrong with one contact. `odd` counts all oddities of phones together. */
type ContactFlaw =
	PhoneOddity | 'odd' | 'duplicate' | 'columnCount' | `empty ${ContactColumn}` | `notText ${ContactColumn}`;

const SHOWN = 10;
const PREVIEWED = 3;

/** Counts what was found, by kind; memory does not grow with the number of contacts. */
export class Flaws {
	private readonly kinds = new Map<ContactFlaw, Occurrences>();

	note(kind: ContactFlaw, line: number, sample = ''): void {
		const known = this.kinds.get(kind);
		if (!known) this.kinds.set(kind, { count: 1, lines: [line], sample });
		else if (++known.count <= SHOWN) known.lines.push(line);
	}

	of(kind: ContactFlaw): Occurrences {
		return this.kinds.get(kind) ?? { count: 0, lines: [], sample: '' };
	}
}

/** Looks at each contact once, one after another, and says who gets the message. */
export class Review {
	readonly flaws = new Flaws();
	readonly preview: PreviewContact[] = [];
	readonly decisions: Decisions;
	/** Of the rows as they would be written anew, without the header. */
	writtenBytes = 0;
	phonesChanged = 0;
	private readonly recipients = new PhoneSet();
	private readonly oddOnes = createHash('sha256');
	private rows = 0;
	private kept = 0;
	private duplicatesRemoved = 0;
	private suppressed = 0;
	private readonly phoneAt: number;
	private readonly mayLeaveOut: boolean;
	private readonly isInternational: boolean;
	private readonly referenced: number[];
	private written = '';

	constructor(
		private readonly source: ContactSource,
		private readonly options: ContactCheckOptions,
	) {
		const { columns, positions, file, countryAt } = source;
		this.phoneAt = positions[columns.indexOf('phone')] ?? -1;
		this.mayLeaveOut = file?.goesAsItIs !== true;
		this.isInternational = options.country !== '' || countryAt !== undefined;
		this.decisions = new Decisions(this.isInternational);
		this.referenced = columns.flatMap((column, at) =>
			options.references.some((reference) => reference.column === column) ? [at] : [],
		);
	}

	static async of(source: ContactSource, options: ContactCheckOptions): Promise<Review> {
		const review = new Review(source, options);
		for await (const portion of source.rows()) {
			for (const row of portion) review.take(row);
			review.measure();
		}
		return review;
	}

	get counts(): RecipientCounts {
		const { rows, kept: ready, duplicatesRemoved, suppressed } = this;
		const invalid = this.flaws.of('odd').count;
		return { rows, ready, duplicatesRemoved, invalid, leftOut: this.mayLeaveOut ? invalid : 0, suppressed };
	}

	/** Which oddity of phones is found most often. */
	get usualOddity(): PhoneOddity {
		const count = (oddity: PhoneOddity) => this.flaws.of(oddity).count;
		return phoneOddities.reduce((most, next) => (count(next) > count(most) ? next : most));
	}

	/** Equal for two lists exactly if they reach the same phones. Odd ones count where nobody can be left out. */
	digest(): string {
		const ofPhones = this.recipients.digest();
		if (this.mayLeaveOut || this.flaws.of('odd').count === 0) return ofPhones;
		return createHash('sha256').update(ofPhones).update(this.oddOnes.digest()).digest('hex');
	}

	private take(row: ContactRow): void {
		this.rows++;
		const { values, line } = row;
		if (values.length !== this.source.width) {
			// Its values may stand in other columns; the file is refused.
			this.flaws.note('columnCount', line);
			return;
		}
		if (values.includes(undefined)) this.noteWhatIsNoText(row);
		const written = values[this.phoneAt] ?? '';
		const phone = this.phoneToSend(row, written);
		this.decisions.note(phone !== undefined, phone ?? '');
		if (phone === undefined) return;
		if (phone !== written) this.phonesChanged++;
		this.kept++;
		const sent = this.source.positions.map((at) => (at === this.phoneAt ? phone : (values[at] ?? '')));
		this.noteWhatIsEmpty(sent, line);
		this.written += csvRow(sent);
		if (this.kept <= PREVIEWED) {
			this.preview.push(Object.fromEntries(this.source.columns.map((column, at) => [column, sent[at]])));
		}
	}

	/** Undefined for a contact that gets nothing. */
	private phoneToSend({ values, line }: ContactRow, written: string): string | undefined {
		let key = this.isInternational ? 0 : plainPhoneKey(written);
		let text = written;
		if (key === 0) {
			const phone = this.read(written, values);
			if (phone.oddity) return this.odd(phone.oddity, written, line);
			({ key, text } = phone);
		}
		if (this.options.doNotContact?.has(key) === true) {
			this.suppressed++;
			return undefined;
		}
		if (this.recipients.add(key)) return text;
		this.flaws.note('duplicate', line);
		if (!this.mayLeaveOut) return text;
		this.duplicatesRemoved++;
		return undefined;
	}

	private read(written: string, values: ContactRow['values']): Phone {
		const { source, options } = this;
		const own = source.countryAt === undefined ? '' : (values[source.countryAt] ?? '');
		return readPhone(written, own.trim() || options.country);
	}

	private odd(oddity: PhoneOddity, written: string, line: number): string | undefined {
		this.flaws.note(oddity, line, sampleOf(written));
		this.flaws.note('odd', line);
		if (this.mayLeaveOut) return undefined;
		this.oddOnes.update(`${written}\n`);
		return written;
	}

	private noteWhatIsNoText({ values, line }: ContactRow): void {
		const { columns, positions } = this.source;
		for (const [at, column] of columns.entries()) {
			if (values[positions[at] as number] === undefined) this.flaws.note(`notText ${column}`, line);
		}
	}

	private noteWhatIsEmpty(sent: readonly string[], line: number): void {
		for (const at of this.referenced) {
			const value = sent[at] ?? '';
			const column = this.source.columns[at] as ContactColumn;
			if (isNothing(value)) this.flaws.note(`empty ${column}`, line, value.trim());
		}
	}

	/** Portion by portion, as each row for itself would take longer. */
	private measure(): void {
		this.writtenBytes += Buffer.byteLength(this.written, 'utf8');
		this.written = '';
	}
}

/** What systems and people write where nothing is filled in, and what an expression leaves. */
const isNothing = (text: string): boolean =>
	/^(?:null|n\/a|#n\/a|\p{P}*)$/iu.test(text.trim()) || leftoverIn(text) !== undefined;
