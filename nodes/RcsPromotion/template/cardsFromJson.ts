import { isObject, parsedJson } from '../../service/values';
import { header, variable } from './cardParts';
import { cardPlace, variablePlace, type Notes } from './notes';
import type { TemplateCard } from './types';

const EXPECTED_FORM = 'It must be an array of cards, each with card_index and components.';

/** The cards as written in JSON, in the form of the service's document; what it does not name is kept. */
export function cardsFromJson(json: unknown, notes: Notes): TemplateCard[] {
	const parsed = typeof json === 'string' ? parsedJson(json) : json;
	if (parsed === undefined) {
		notes.refuse(undefined, `'Cards as JSON' cannot be read${lineOfFault(json)}`, CHECK);
		return [];
	}
	const cards = cardsIn(parsed);
	if (!cards) notes.refuse(undefined, "'Cards as JSON' does not have the right form", EXPECTED_FORM);
	else if (cards.length === 0)
		notes.refuse(undefined, "'Cards as JSON' has no card in it", "Add one, or set 'Cards' to 'None'.");
	return (cards ?? []).map((card, index) => cardOf(card, index, notes));
}

const CHECK = 'Check the commas, brackets and quotation marks there.';

/** Where JSON.parse says that it stopped, as a line. */
function lineOfFault(json: unknown): string {
	try {
		JSON.parse(String(json));
		return '';
	} catch (fault) {
		const position = /position (\d+)/.exec(String(fault))?.[1];
		return position === undefined ? '' : ` near line ${String(json).slice(0, Number(position)).split('\n').length}`;
	}
}

/** The array of cards, also inside the CAROUSEL that the document puts around it. */
function cardsIn(value: unknown): unknown[] | undefined {
	const isWrapped = Array.isArray(value) && value.length === 1 && isObject(value[0]) && 'cards' in value[0];
	const whole: unknown = isWrapped ? value[0] : value;
	const cards = isObject(whole) ? whole.cards : whole;
	return Array.isArray(cards) ? cards : undefined;
}

function cardOf(card: unknown, index: number, notes: Notes): TemplateCard {
	const where = cardPlace(index);
	if (!isObject(card)) {
		notes.refuse(where, 'it is not an object', EXPECTED_FORM);
		return { card_index: index, components: [] };
	}
	const { card_index: given = index, components } = card;
	if (given !== index) {
		const fault = `card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order`;
		notes.refuse(where, fault, `It must be ${index}.`);
	}
	if (!Array.isArray(components) || components.length === 0) {
		notes.refuse(where, 'components is missing or empty', 'A card has a BODY, a HEADER, or both.');
		return { card_index: index, components: [] };
	}
	let variables = 0;
	const checked = components.map((component: unknown): unknown => {
		if (isObject(component) && component.type === 'BODY') {
			const body = bodyOf(component, index, variables, notes);
			variables += body.variables.length;
			return body;
		}
		if (isObject(component) && component.type === 'HEADER') return headerOf(component, where, notes);
		const type = isObject(component) ? JSON.stringify(component.type) : 'missing';
		notes.refuse(where, `a component's type is ${type}`, 'The service knows BODY and HEADER.');
		return component;
	});
	return { ...card, card_index: index, components: checked as TemplateCard['components'] };
}

function bodyOf(component: Record<string, unknown>, card: number, from: number, notes: Notes) {
	const { variables } = component;
	if (!Array.isArray(variables)) {
		notes.refuse(cardPlace(card), 'variables of the BODY is not an array', 'Write it as [{"type": "text", …}].');
		return { ...component, variables: [] };
	}
	const checked = variables.map((entry: unknown, position): unknown => {
		const where = variablePlace(card, from + position);
		if (!isObject(entry) || entry.type !== 'text' || typeof entry.value !== 'string') {
			notes.refuse(where, 'it must look like {"type": "text", "value": "…"}', 'Put the value in quotation marks.');
			return entry;
		}
		return { ...entry, ...variable(entry.value, where, notes) };
	});
	return { ...component, variables: checked };
}

function headerOf(component: Record<string, unknown>, where: string, notes: Notes): unknown {
	const { format, media } = component;
	if (format !== 'IMAGE') notes.refuse(where, 'format of the HEADER must be "IMAGE"', 'Write it so.');
	const url = isObject(media) ? media.mediaUrl : undefined;
	if (!isObject(media) || typeof url !== 'string') {
		notes.refuse(where, 'the HEADER needs media with a mediaUrl', 'Write it as {"mediaUrl": "https://…"}.');
		return component;
	}
	const image = header(url, where, notes);
	return { ...component, media: { ...media, ...image?.media } };
}
