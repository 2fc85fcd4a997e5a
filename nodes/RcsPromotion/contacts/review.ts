import { createHash } from 'crypto';
import { leftoverIn } from '../../service/values';
import { AS_WRITTEN, contactRow, GETS_NOTHING } from './outgoingFile';
import { mayLackCode, phoneOddities, readPhone, sampleOf, type PhoneOddity } from './phone';
import { PhoneSet } from './phoneSet';
import { Sample } from './sample';
import type {
	ContactCheckOptions,
	ContactColumn,
	ContactRow,
	ContactSource,
	PreviewContact,
	RecipientCounts,
	SourceColumn,
} from './types';

/** How often one kind of finding occurs, and where. */
export interface Occurrences {
	count: number;
	/** The first ten: lines of a file (from 1), or items (from 0). */
	lines: number[];
	/** The beginning of the first value found. */
	sample: string;
}

/** What can be wrong with one contact. `odd` counts all phone oddities together. */
type ContactFlaw =
	PhoneOddity | 'odd' | 'noCode' | 'duplicate' | 'columnCount' | `empty ${ContactColumn}` | `notText ${ContactColumn}`;

const SHOWN = 10;
const PREVIEWED = 3;

/** Looks at each contact once, in order, and decides who gets the message. */
export class Review {
	readonly preview: PreviewContact[] = [];
	readonly decisions: number[] = [];
	/** Size of the rows if the file is rewritten, without the header. */
	writtenBytes = 0;
	phonesChanged = 0;
	private readonly flaws = new Map<ContactFlaw, Occurrences>();
	/** Everyone who gets the message, including odd numbers if nobody can be left out. */
	private readonly recipients = new PhoneSet();
	readonly sample = new Sample();
	private rows = 0;
	private kept = 0;
	private duplicatesRemoved = 0;
	private suppressed = 0;
	private readonly phoneAt: number;
	private readonly mayLeaveOut: boolean;
	/** The columns that the template uses. */
	private readonly shown: SourceColumn[];
	private written = '';

	constructor(
		private readonly source: ContactSource,
		private readonly options: ContactCheckOptions,
	) {
		const { columns, file } = source;
		this.phoneAt = columns.find(({ name }) => name === 'phone')?.position ?? -1;
		this.mayLeaveOut = file?.goesAsItIs !== true;
		const shown = new Set(options.references.map(({ column }) => column));
		this.shown = columns.filter(({ name }) => shown.has(name));
	}

	static async of(source: ContactSource, options: ContactCheckOptions): Promise<Review> {
		const review = new Review(source, options);
		for await (const portion of source.rows()) {
			for (const row of portion) review.take(row);
			review.measure();
		}
		return review;
	}

	/** Memory does not grow with the number of contacts that have a flaw. */
	found(flaw: ContactFlaw): Occurrences {
		return this.flaws.get(flaw) ?? { count: 0, lines: [], sample: '' };
	}

	get counts(): RecipientCounts {
		const { rows, kept: ready, duplicatesRemoved, suppressed } = this;
		const invalid = this.found('odd').count;
		return { rows, ready, duplicatesRemoved, invalid, leftOut: this.mayLeaveOut ? invalid : 0, suppressed };
	}

	/** The most frequent phone oddity. */
	get usualOddity(): PhoneOddity {
		const count = (oddity: PhoneOddity) => this.found(oddity).count;
		return phoneOddities.reduce((most, next) => (count(next) > count(most) ? next : most));
	}

	private take({ values, line }: ContactRow): void {
		this.rows++;
		const { columns, width } = this.source;
		if (values.length !== width) {
			// Its values may be in the wrong columns, so the file is refused.
			this.note('columnCount', line);
			return;
		}
		if (values.includes(undefined)) this.noteWhatIsNoText(values, line);
		const written = values[this.phoneAt] ?? '';
		const phone = this.phoneToSend(written, values, line);
		if (phone === undefined) {
			this.decisions.push(GETS_NOTHING);
			return;
		}
		this.kept++;
		this.decisions.push(phone === written ? AS_WRITTEN : Number(phone));
		if (phone !== written) this.phonesChanged++;
		this.noteWhatIsEmpty(values, line);
		this.written += contactRow(columns, values, phone);
		if (this.kept > PREVIEWED) return;
		const sent = columns.map(({ name, position }) => [name, name === 'phone' ? phone : (values[position] ?? '')]);
		this.preview.push(Object.fromEntries(sent) as PreviewContact);
	}

	/** Undefined for a contact that gets nothing. */
	private phoneToSend(written: string, values: ContactRow['values'], line: number): string | undefined {
		const { countryAt } = this.source;
		// A country that is no text is not a country code either.
		const own = countryAt === undefined ? '' : (values[countryAt] ?? 'not text').trim();
		const phone = readPhone(written, own || this.options.country);
		const { key, text, oddity } = phone;
		if (oddity) return this.odd(oddity, written, line);
		if (this.options.doNotContact?.has(key) === true) {
			this.suppressed++;
			return undefined;
		}
		if (mayLackCode(phone)) this.note('noCode', line, sampleOf(written));
		this.sample.add(key);
		if (this.recipients.add(key)) return text;
		this.note('duplicate', line);
		if (!this.mayLeaveOut) return text;
		this.duplicatesRemoved++;
		return undefined;
	}

	private odd(oddity: PhoneOddity, written: string, line: number): string | undefined {
		this.note(oddity, line, sampleOf(written));
		this.note('odd', line);
		if (this.mayLeaveOut) return undefined;
		// Odd numbers have no key, so a hash of the text tells them apart.
		this.sample.add(1 + createHash('sha256').update(written).digest().readUIntBE(0, 6));
		return written;
	}

	private noteWhatIsNoText(values: ContactRow['values'], line: number): void {
		for (const { name, position } of this.source.columns) {
			if (values[position] === undefined) this.note(`notText ${name}`, line);
		}
	}

	private noteWhatIsEmpty(values: ContactRow['values'], line: number): void {
		for (const { name, position } of this.shown) {
			const value = values[position] ?? '';
			if (isNothing(value)) this.note(`empty ${name}`, line, value.trim());
		}
	}

	private note(flaw: ContactFlaw, line: number, sample = ''): void {
		const known = this.flaws.get(flaw);
		if (!known) this.flaws.set(flaw, { count: 1, lines: [line], sample });
		else if (++known.count <= SHOWN) known.lines.push(line);
	}

	/** Once per portion, because measuring each row on its own would take longer. */
	private measure(): void {
		this.writtenBytes += Buffer.byteLength(this.written, 'utf8');
		this.written = '';
	}
}

/** What systems and people write in an empty field, and what an expression without a value leaves. */
const isNothing = (text: string): boolean =>
	/^(?:null|n\/a|#n\/a|\p{P}*)$/iu.test(text.trim()) || leftoverIn(text) !== undefined;
