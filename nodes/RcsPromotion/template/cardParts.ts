import { contactColumns, isKnownColumn } from '../contacts/types';
import type { HeaderComponent, TemplateFindings, TemplateVariable } from './types';

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

/** A variable with the text that the form holds. Collects what is wrong with it. */
export function buildVariable(where: string, found: TemplateFindings, read: () => string): TemplateVariable {
	const value = found.issues.tryTo(where, read) ?? '';
	checkReference(value, where, found);
	const time = RAW_TIME.exec(value)?.[0];
	if (time !== undefined) {
		found.issues.addWarning(
			where,
			`the text contains a date that people would see as "${time}"`,
			"To write it another way, use an expression such as {{ $today.toFormat('MMMM d') }}.",
		);
	}
	return { type: 'text', value };
}

/** A value is either text or a reference to a column, never both. */
function checkReference(value: string, where: string, found: TemplateFindings): void {
	const reference = ANY_REFERENCE.exec(value)?.[0];
	if (reference === undefined) return;
	const column = reference.slice(2, -1);
	if (!reference.endsWith('}') || !isKnownColumn(column)) {
		found.issues.addRefusal(where, `${reference} is not available`, `Use one of: ${knownReferences}.`);
	} else if (reference === value) {
		found.references.push({ column, where });
	} else {
		found.issues.addRefusal(
			where,
			`${reference} is part of a longer text, but the service accepts either text or a reference, not both`,
			`Leave only ${reference}, or write the text without it.`,
		);
	}
}

/** The image at the top of a card, with the address that the form holds. Collects what is wrong with it. */
export function buildHeader(where: string, found: TemplateFindings, read: () => string): HeaderComponent {
	const mediaUrl = found.issues.tryTo(where, read);
	if (mediaUrl !== undefined) checkAddress(mediaUrl, where, found);
	return { type: 'HEADER', format: 'IMAGE', media: { mediaUrl: mediaUrl ?? '' } };
}

function checkAddress(url: string, where: string, found: TemplateFindings): void {
	const addFault = (fault: string, advice = 'Enter the whole address, such as https://example.com/spring.jpg.') =>
		found.issues.addRefusal(where, `the address of the image ${fault}`, advice);
	const lost = LOST_PART.exec(url)?.[0];
	if (url.includes('${')) addFault('cannot contain a reference to a column');
	else if (lost !== undefined) addFault(`contains "${lost}"`, 'Its expression probably found no value: correct it.');
	else if (/\s/.test(url)) addFault('contains a space', 'Replace it with %20.');
	else if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) addFault('must begin with https:// or http://');
	else if (PAGE_HOSTS.includes(new URL(url).hostname)) {
		found.issues.addWarning(
			where,
			`the address of the image is a page on ${new URL(url).hostname}, which shows a document, not just an image`,
			'Use an address that shows only the image, for example on your website.',
		);
	}
}
