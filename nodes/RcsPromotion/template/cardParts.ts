import type { FormReader } from '../../form/formReader';
import { Refusal } from '../../form/refusal';
import { contactColumns, isKnownColumn, type ContactReference } from '../contacts/types';
import type { Issue } from '../issues';
import type { HeaderComponent, TemplateVariable } from './types';

const RAW_TIME =
	/\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:\d\d)?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT/;
/** A part of an address for which an expression found no value. */
const LOST_PART = /(?<=[/=])null(?=[./?&]|$)/;
/** Sites that show an image on a page, and do not give the image itself. */
const PAGE_HOSTS = ['docs.google.com', 'drive.google.com', 'sheets.google.com'];
const ANY_REFERENCE = /\$\{[^}]*\}?/;

/** All four references as the service's document writes them. */
const knownReferences = contactColumns.map((column) => `\${${column}}`).join(', ');

export const labelCard = (index: number) => `Card ${index + 1}`;
/** The label of a card that has no carousel around it. */
export const SINGLE_CARD = 'Card';
export const labelVariable = (card: string, index: number) => `${card}, variable ${index + 1}`;

/** Builds the parts of cards, and collects what is wrong with them, so that users see all of it at once. */
export class CardParts {
	readonly issues: Issue[] = [];
	/** Which contact columns the template uses, in order, repeats included. */
	readonly references: ContactReference[] = [];

	constructor(readonly form: FormReader) {}

	refuse(where: string | undefined, message: string, advice: string): void {
		this.issues.push({ where, message, advice });
	}

	/** A value of the form; undefined if the form refuses it. */
	read<T>(where: string | undefined, read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof Refusal)) throw error as Error;
			this.refuse(where, error.message, error.description);
			return undefined;
		}
	}

	/** A variable with the text that the form holds. */
	variable(where: string, read: () => string): TemplateVariable {
		const value = this.read(where, read) ?? '';
		this.checkReference(value, where);
		const time = RAW_TIME.exec(value)?.[0];
		const message = `the text contains a date that people would see as "${time}"`;
		const advice = "To write it another way, use an expression such as {{ $today.toFormat('MMMM d') }}.";
		if (time !== undefined) this.issues.push({ level: 'warning', where, message, advice });
		return { type: 'text', value };
	}

	/** The image at the top of a card, with the address that the form holds. */
	header(where: string, read: () => string): HeaderComponent {
		const mediaUrl = this.read(where, read);
		if (mediaUrl !== undefined) this.checkAddress(mediaUrl, where);
		return { type: 'HEADER', format: 'IMAGE', media: { mediaUrl: mediaUrl ?? '' } };
	}

	/** A value is either text or a reference to a column, never both. */
	private checkReference(value: string, where: string): void {
		const reference = ANY_REFERENCE.exec(value)?.[0];
		if (reference === undefined) return;
		const column = reference.slice(2, -1);
		if (!reference.endsWith('}') || !isKnownColumn(column)) {
			this.refuse(where, `${reference} is not available`, `Use one of: ${knownReferences}.`);
		} else if (reference === value) {
			this.references.push({ column, where });
		} else {
			const message = `${reference} is part of a longer text, but the service accepts either text or a reference, not both`;
			this.refuse(where, message, `Leave only ${reference}, or write the text without it.`);
		}
	}

	private checkAddress(url: string, where: string): void {
		const refuse = (fault: string, advice = 'Enter the whole address, such as https://example.com/spring.jpg.') =>
			this.refuse(where, `the address of the image ${fault}`, advice);
		const lost = LOST_PART.exec(url)?.[0];
		if (url.includes('${')) refuse('cannot contain a reference to a column');
		else if (lost !== undefined) refuse(`contains "${lost}"`, 'Its expression probably found no value: correct it.');
		else if (/\s/.test(url)) refuse('contains a space', 'Replace it with %20.');
		else if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) refuse('must begin with https:// or http://');
		else if (PAGE_HOSTS.includes(new URL(url).hostname)) {
			const message = `the address of the image is a page on ${new URL(url).hostname}, which shows a document, not just an image`;
			const advice = 'Use an address that shows only the image, for example on your website.';
			this.issues.push({ level: 'warning', where, message, advice });
		}
	}
}
