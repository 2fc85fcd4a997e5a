import { hasLeftOverBraces } from '../../form/expressions';
import { findLeftover, isListOrObject, isObject, isWellFormed } from '../../service/values';
import { contactColumns, type ContactReference } from '../contacts/contact';
import type { Issue } from '../issues';

const ANY_REFERENCE = /\$\{[^}]*\}?/;
/** All references as the service's document writes them. */
const KNOWN_REFERENCES = contactColumns.map((column) => `\${${column}}`).join(', ');
/** A part of an address for which an expression found no value. */
const LOST_PART = /(?<=[/=])(?:null|undefined)(?=[./?&]|$)/;
const CORRECT_EXPRESSION = 'Correct the expression that it comes from, or remove it.';
/** The keys of the service's document under which there is always a text. */
const TEXT_KEYS = ['text', 'value', 'mediaUrl'];

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Goes through the components of a template once, whatever is in them, and collects what is wrong and what contacts see. */
export class ComponentWalk {
	readonly issues: Issue[] = [];
	readonly references: ContactReference[] = [];
	/** What people see of each card, such as "Card 1": its texts, and the addresses of its pictures, in order. */
	readonly texts: Array<{ card: string; text: string; isAddress: boolean }> = [];
	/** The card at hand, as people find it. A template of a single card has no number. */
	private card = 'Card';

	walk(components: readonly unknown[]): void {
		this.visitList(components, this.card, 'components');
	}

	/** Any other value that is sent, named by the label of its field. */
	walkField(label: string, value: unknown): void {
		this.card = label;
		this.visit(value, label, '');
	}

	/** `where` is how people find it: "Card 2, variable 1"; `key` is under which it stands. */
	private visit(value: unknown, where: string, key: string): void {
		if (Array.isArray(value)) this.visitList(value, where, key);
		else if (isListOrObject(value)) this.visitObject(value as Record<string, unknown>, where);
		else if (typeof value === 'string')
			this.visitText(value, TEXT_KEYS.includes(key) || key === '' ? where : `${where}, ${key}`, key);
		else if (isMissing(value) && TEXT_KEYS.includes(key)) this.refuse(where, `${key} is missing`, CORRECT_EXPRESSION);
		else if (key === 'mediaUrl') this.refuse(where, 'mediaUrl must be a text', 'Put it in quotation marks.');
	}

	private visitList(list: readonly unknown[], where: string, key: string): void {
		const one = key.endsWith('s') ? key.slice(0, -1) : key;
		for (const [index, entry] of list.entries()) {
			const place = `${where}, ${one} ${index + 1}`;
			if (isMissing(entry)) this.refuse(place, 'it is missing', CORRECT_EXPRESSION);
			else this.visit(entry, key === 'components' ? where : place, '');
		}
	}

	private visitObject(object: Record<string, unknown>, where: string): void {
		const { type, cards, variables } = object;
		const isCarousel = type === 'CAROUSEL';
		if (isCarousel) this.visitCards(Array.isArray(cards) ? cards : []);
		if (type === 'BODY' && Array.isArray(variables)) this.checkVariables(variables, where);
		for (const [key, value] of Object.entries(object))
			if (!isCarousel || key !== 'cards') this.visit(value, where, key);
	}

	private visitCards(cards: readonly unknown[]): void {
		if (cards.length === 0)
			this.refuse(undefined, "The CAROUSEL in 'Cards as JSON' contains no cards", 'Add one, or remove it.');
		for (const [index, card] of cards.entries()) {
			this.card = `Card ${index + 1}`;
			if (isMissing(card)) {
				this.refuse(this.card, 'it is missing', CORRECT_EXPRESSION);
				continue;
			}
			const { card_index: given = index, components } = isObject(card) ? card : {};
			if (given !== index) {
				const message = `card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order`;
				this.refuse(this.card, message, `It must be ${index}.`);
			}
			if (!Array.isArray(components) || components.length === 0)
				this.refuse(
					this.card,
					'components is missing or empty',
					"A card has a BODY, a HEADER, or both. For an example, set 'Cards' to 'Fill In Below', make a dry run, and see 'components' in its output.",
				);
			this.visit(card, this.card, '');
		}
	}

	/** Their order is that of the template, so each must be there. */
	private checkVariables(variables: readonly unknown[], where: string): void {
		for (const [index, variable] of variables.entries()) {
			const value = isObject(variable) && 'value' in variable ? variable.value : '';
			if (isMissing(variable) || isMissing(value) || (typeof value === 'string' && value.trim() !== '')) continue;
			const advice = 'Write it as {"type": "text", "value": "Hello"}. If its value is an expression, correct it.';
			this.refuse(`${where}, variable ${index + 1}`, 'its value must be a text that is not empty', advice);
		}
	}

	private visitText(text: string, where: string, key: string): void {
		const leftover = findLeftover(text);
		const unfilled = hasLeftOverBraces(text) ? '{{ }}' : /\$json\b/.exec(text)?.[0];
		if (unfilled !== undefined)
			this.refuse(where, `the text contains ${unfilled}`, 'Write it as an expression, or remove it.');
		else if (leftover !== undefined) this.refuse(where, `the text contains "${leftover}"`, CORRECT_EXPRESSION);
		else if (!isWellFormed(text)) this.refuse(where, 'the text contains half a character', CORRECT_EXPRESSION);
		else if (key === 'mediaUrl') this.checkAddress(text, where);
		else this.checkReference(text, where);
		if (TEXT_KEYS.includes(key)) this.texts.push({ card: this.card, text, isAddress: key === 'mediaUrl' });
	}

	/** A text is either fixed or a reference to a value of the contact, never both. */
	private checkReference(text: string, where: string): void {
		const reference = ANY_REFERENCE.exec(text)?.[0];
		if (reference === undefined) return;
		const column = contactColumns.find((name) => reference === `\${${name}}`);
		if (column === undefined) {
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
			this.refuse(where, `the address of the media ${fault}`, advice);
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
