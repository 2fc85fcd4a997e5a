import { isObject } from '../../service/values';
import { cardPlace, variablePlace, type Notes } from './notes';
import type { TemplateCard } from './types';
import { header, variable } from './cardParts';

const EXPECTED_FORM = 'It must be an array of cards, each with card_index and components.';

/** The cards as written in JSON, in the form of the service's document; what it does not name is kept. */
export function cardsFromJson(json: unknown, notes: Notes): TemplateCard[] {
	const parsed = typeof json === 'string' ? parse(json, notes) : json;
	if (parsed === undefined) return [];
	const cards = cardsIn(parsed);
	if (!cards) notes.refuse(`'Cards as JSON' does not have the right form. ${EXPECTED_FORM}`);
	else if (cards.length === 0) notes.refuse("'Cards as JSON' has no card in it. Add one, or set 'Cards' to 'None'.");
	return (cards ?? []).map((card, index) => cardOf(card, index, notes));
}

function parse(json: string, notes: Notes): unknown {
	let said: string;
	try {
		return JSON.parse(json) ?? null;
	} catch (fault) {
		said = String(fault);
	}
	const position = /position (\d+)/.exec(said)?.[1];
	const line = position === undefined ? '' : ` near line ${json.slice(0, Number(position)).split('\n').length}`;
	notes.refuse(`'Cards as JSON' cannot be read${line}. Check the commas, brackets and quotation marks there.`);
	return undefined;
}

/** The array of cards, also inside the CAROUSEL that the document puts around it. */
function cardsIn(value: unknown): unknown[] | undefined {
	const isWrapped = Array.isArray(value) && value.length === 1 && isObject(value[0]) && 'cards' in value[0];
	const whole: unknown = isWrapped ? value[0] : value;
	const cards = isObject(whole) ? whole.cards : whole;
	return Array.isArray(cards) ? cards : undefined;
}

function cardOf(card: unknown, index: number, notes: Notes): TemplateCard {
	const place = cardPlace(index);
	if (!isObject(card)) {
		notes.refuse(`${place}: it is not an object. ${EXPECTED_FORM}`);
		return { card_index: index, components: [] };
	}
	const { card_index: given = index, components } = card;
	if (given !== index) {
		notes.refuse(
			`${place}: card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order, so it must be ${index}.`,
		);
	}
	if (!Array.isArray(components) || components.length === 0) {
		notes.refuse(`${place}: components is missing or empty. A card has a BODY, a HEADER, or both.`);
		return { card_index: index, components: [] };
	}
	let variables = 0;
	const checked = components.map((component: unknown): unknown => {
		if (isObject(component) && component.type === 'BODY') {
			const body = bodyOf(component, index, variables, notes);
			variables += body.variables.length;
			return body;
		}
		if (isObject(component) && component.type === 'HEADER') return headerOf(component, place, notes);
		const type = isObject(component) ? JSON.stringify(component.type) : 'missing';
		notes.refuse(`${place}: a component's type is ${type}. The service knows BODY and HEADER.`);
		return component;
	});
	return { ...card, card_index: index, components: checked as TemplateCard['components'] };
}

function bodyOf(component: Record<string, unknown>, card: number, from: number, notes: Notes) {
	const { variables } = component;
	if (!Array.isArray(variables)) {
		notes.refuse(`${cardPlace(card)}: variables of the BODY is not an array.`);
		return { ...component, variables: [] };
	}
	const checked = variables.map((entry: unknown, position): unknown => {
		const place = variablePlace(card, from + position);
		if (!isObject(entry) || entry.type !== 'text' || typeof entry.value !== 'string') {
			notes.refuse(`${place}: it must look like {"type": "text", "value": "…"}, with the value in quotation marks.`);
			return entry;
		}
		return { ...entry, ...variable(entry.value, place, notes) };
	});
	return { ...component, variables: checked };
}

function headerOf(component: Record<string, unknown>, place: string, notes: Notes): unknown {
	const { format, media } = component;
	if (format !== 'IMAGE') notes.refuse(`${place}: format of the HEADER must be "IMAGE".`);
	const url = isObject(media) ? media.mediaUrl : undefined;
	if (!isObject(media) || typeof url !== 'string') {
		notes.refuse(`${place}: the HEADER needs media with a mediaUrl.`);
		return component;
	}
	const image = header(url, place, notes);
	return { ...component, media: { ...media, ...image?.media } };
}
