import { hasLeftOverBraces } from '../../form/expressions';
import { findLeftover, isListOrObject, isObject } from '../../service/values';
import { contactColumns, isContactColumn, type ContactReference } from '../contacts/contact';
import type { Issue } from '../issues';
import type { CardText } from './template';

const ANY_REFERENCE = /\$\{[^}]*\}?/;
/** All references as the service's document writes them. */
const KNOWN_REFERENCES = contactColumns.map((column) => `\${${column}}`).join(', ');
/** A part of an address for which an expression found no value. */
const LOST_PART = /(?<=[/=])(?:null|undefined)(?=[./?&]|$)/;
const CORRECT_EXPRESSION = 'Correct the expression that found no value for it, or remove it.';
/** The keys, in the service's document and in what providers add to it, under which there is always a text. */
const TEXT_KEYS = ['text', 'value', 'mediaUrl'];

/** Goes through the components of a template once, whatever is in them, and collects what is wrong and what contacts see. */
export class ComponentWalk {
	readonly issues: Issue[] = [];
	readonly references: ContactReference[] = [];
	readonly texts: CardText[] = [];

	walk(components: readonly unknown[]): void {
		this.visit(components, 'Card', 'Card', '');
	}

	/**
	 * @param where how people find it: "Card 2, variable 1"
	 * @param card which card it belongs to
	 * @param key under which it stands
	 */
	private visit(value: unknown, where: string, card: string, key: string): void {
		if (Array.isArray(value)) this.visitList(value, where, card, key);
		else if (isListOrObject(value)) this.visitObject(value as Record<string, unknown>, where, card, key);
		else if (typeof value === 'string') this.visitText(value, where, card, key);
		else if (TEXT_KEYS.includes(key))
			if (value === null || value === undefined) this.refuse(where, `${key} is missing`, CORRECT_EXPRESSION);
			else this.refuse(where, `${key} must be a text`, 'Put it in quotation marks.');
	}

	private visitList(list: readonly unknown[], where: string, card: string, key: string): void {
		for (const [index, entry] of list.entries()) {
			const number = index + 1;
			const isCard = key === 'cards';
			const within = isCard
				? `Card ${number}`
				: key === '' || key === 'components'
					? where
					: `${where}, ${singular(key)} ${number}`;
			if (entry === null || entry === undefined)
				this.refuse(within === where ? `${where}, component ${number}` : within, 'it is missing', CORRECT_EXPRESSION);
			else if (isCard) this.visitCard(entry, within, index);
			else this.visit(entry, within, card, '');
		}
	}

	private visitCard(entry: unknown, where: string, index: number): void {
		const { card_index: given = index, components } = isObject(entry) ? entry : {};
		if (given !== index)
			this.refuse(
				where,
				`card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order`,
				`It must be ${index}.`,
			);
		if (!Array.isArray(components) || components.length === 0)
			this.refuse(where, 'components is missing or empty', 'A card has a BODY, a HEADER, or both.');
		this.visit(entry, where, where, '');
	}

	private visitObject(object: Record<string, unknown>, where: string, card: string, key: string): void {
		const { type, cards } = object;
		if (type === 'CAROUSEL' && (!Array.isArray(cards) || cards.length === 0))
			this.refuse(undefined, "The CAROUSEL in 'Cards as JSON' contains no cards", 'Add one, or remove it.');
		for (const [inner, value] of Object.entries(object)) {
			const isNamed = typeof value === 'string' && !TEXT_KEYS.includes(inner);
			this.visit(value, isNamed || (isObject(value) && key !== '') ? `${where}, ${inner}` : where, card, inner);
		}
	}

	private visitText(text: string, where: string, card: string, key: string): void {
		const leftover = findLeftover(text);
		if (hasLeftOverBraces(text)) this.refuse(where, 'the text contains {{ }}', 'Remove it, or correct the expression.');
		else if (leftover !== undefined) this.refuse(where, `the text contains "${leftover}"`, CORRECT_EXPRESSION);
		else if (key === 'mediaUrl') this.checkAddress(text, where);
		else if (TEXT_KEYS.includes(key) && text.trim() === '') this.refuse(where, 'the text is empty', CORRECT_EXPRESSION);
		else this.checkReference(text, where);
		if (TEXT_KEYS.includes(key)) this.texts.push({ card, text, isAddress: key === 'mediaUrl' });
	}

	/** A text is either fixed or a reference to a value of the contact, never both. */
	private checkReference(text: string, where: string): void {
		const reference = ANY_REFERENCE.exec(text)?.[0];
		if (reference === undefined) return;
		const column = reference.slice(2, -1);
		if (!reference.endsWith('}') || !isContactColumn(column)) {
			this.refuse(where, `${reference} is not available`, `Use one of: ${KNOWN_REFERENCES}.`);
		} else if (reference === text) {
			this.references.push({ column, where });
		} else {
			const message = `${reference} is part of a longer text, but the service accepts either text or a reference, not both`;
			this.refuse(where, message, `Leave only ${reference}, or write the text without it.`);
		}
	}

	private checkAddress(url: string, where: string): void {
		const refuse = (fault: string, advice = 'Enter the whole address, such as https://example.com/spring.jpg.') =>
			this.refuse(where, `the address of the picture ${fault}`, advice);
		const lost = LOST_PART.exec(url)?.[0];
		if (url.includes('${')) refuse('cannot contain a reference to a contact');
		else if (lost !== undefined) refuse(`contains "${lost}"`, 'Its expression probably found no value: correct it.');
		else if (/\s/.test(url)) refuse('contains a space', 'Replace it with %20.');
		else if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) refuse('must begin with https:// or http://');
	}

	private refuse(where: string | undefined, message: string, advice: string): void {
		this.issues.push({ where, message, advice });
	}
}

const singular = (key: string) => (key.endsWith('s') ? key.slice(0, -1) : key);
