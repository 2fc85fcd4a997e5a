import { contactColumns } from '../contacts/types';
import { leftoverIn, trimmed } from '../../service/values';
import type { HeaderComponent, TemplateVariable } from './types';
import type { Notes } from './notes';
import { meantColumn, readValue } from './references';

const RAW_TIME =
	/\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:\d\d)?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT/;
/** A part of an address that an expression did not find. */
const LOST_PART = /(?<=[/=])null(?=[./?&]|$)/;
const knownReferences = contactColumns.map((column) => `\${${column}}`).join(', ');

/** A variable with this value, after what there is to say about it. */
export function variable(value: string, place: string, notes: Notes): TemplateVariable {
	const read = readValue(value);
	if (read.kind === 'reference') notes.references.push({ column: read.column, place });
	if (read.kind === 'unknownReference') notes.object(unknownReference(place, read.reference));
	if (read.kind === 'referenceInText') {
		notes.object(
			`${place}: ${read.reference} stands inside a longer text, but the service takes either text or a reference. Leave only ${read.reference}, or write the text without it.`,
		);
	}
	if (trimmed(value) === '') {
		notes.object(`${place}: the text is empty. Fill it in, or set 'Filled With' to 'Contact Field'.`);
	}
	const leftover = leftoverIn(value);
	if (leftover !== undefined) {
		notes.object(
			`${place}: the text contains "${leftover}", probably because an expression found no value. Correct the expression.`,
		);
	}
	if (RAW_TIME.test(value)) {
		notes.warn(
			`${place}: the text contains a date that people would see as "${RAW_TIME.exec(value)?.[0]}". To write it another way, use an expression such as {{ $today.toFormat('MMMM d') }}.`,
		);
	}
	const opened = value.indexOf('{{');
	if (opened >= 0 && value.includes('}}', opened + 2)) {
		notes.warn(
			`${place}: the text contains {{ }}, and people would see it exactly like that. If it is an n8n expression, switch the field from Fixed to Expression.`,
		);
	}
	return { type: 'text', value };
}

export function unknownColumn(place: string, column: string): string {
	return `${place}: "${column}" is not available. Choose one of: ${contactColumns.join(', ')}.`;
}

function unknownReference(place: string, reference: string): string {
	const meant = meantColumn(reference);
	const advice = meant ? `Write it as \${${meant}}.` : `Use one of: ${knownReferences}.`;
	return `${place}: ${reference} is not available. ${advice}`;
}

/** An image as the head of a card; undefined if the address cannot be used. */
export function header(url: string, place: string, notes: Notes): HeaderComponent | undefined {
	const mediaUrl = trimmed(url);
	const complaint = urlComplaint(mediaUrl);
	if (complaint !== undefined) {
		notes.refuse(`${place}: ${complaint}`);
		return undefined;
	}
	return { type: 'HEADER', format: 'IMAGE', media: { mediaUrl } };
}

function urlComplaint(url: string): string | undefined {
	const example = 'Enter the whole address, such as https://example.com/spring.jpg.';
	if (url === '') return `the address of the image is empty. ${example}`;
	if (url.includes('${')) return `the address of the image cannot contain a reference to a column. ${example}`;
	const lost = leftoverIn(url) ?? LOST_PART.exec(url)?.[0];
	if (lost !== undefined) {
		return `the address of the image contains "${lost}", probably because an expression found no value. Correct the expression.`;
	}
	if (/\s/.test(url)) return 'the address of the image contains a space. Write %20 in its place.';
	const isAbsolute = /^https?:\/\//i.test(url) && URL.canParse(url);
	return isAbsolute ? undefined : `the address of the image must begin with https:// or http://. ${example}`;
}
