import type { INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';
import { isObject, parsedJson } from '../../service/values';
import { header, variable } from './cardParts';
import { cardLabel, variableLabel, type Notes } from './notes';
import type { TemplateCard } from './types';

const ARRAY_OF_CARDS = 'It must be an array of cards, each with card_index and components.';
const BODY_OR_HEADER =
	'Write it as {"type": "BODY", "variables": [{"type": "text", "value": "…"}]} or {"type": "HEADER", "format": "IMAGE", "media": {"mediaUrl": "https://…"}}.';

/** The texts within the JSON, named as they are there, so that they are read and refused like those of the form. */
const texts = ['value', 'mediaUrl'].map((name): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	required: true,
}));

/** The cards written as JSON in the documented format. Fields that the document does not name are kept. */
export function cardsFromJson(form: FormReader, notes: Notes): TemplateCard[] {
	const json = form.raw('cardsJson');
	const parsed = typeof json === 'string' ? parsedJson(json) : json;
	if (parsed === undefined) {
		notes.refuse(undefined, "'Cards as JSON' cannot be read", 'Check its commas, brackets and quotation marks.');
		return [];
	}
	const cards = cardsIn(parsed);
	if (!cards) notes.refuse(undefined, "'Cards as JSON' does not have the right format", ARRAY_OF_CARDS);
	else if (cards.length === 0)
		notes.refuse(undefined, "'Cards as JSON' contains no cards", "Add one, or set 'Cards' to 'None'.");
	return (cards ?? []).map((card, index) => cardOf(card, index, form, notes));
}

/** The array of cards, alone or inside the CAROUSEL that the document puts around it. */
function cardsIn(value: unknown): unknown[] | undefined {
	const isWrapped = Array.isArray(value) && value.length === 1 && isObject(value[0]) && 'cards' in value[0];
	const whole: unknown = isWrapped ? value[0] : value;
	const cards = isObject(whole) ? whole.cards : whole;
	return Array.isArray(cards) ? cards : undefined;
}

function cardOf(card: unknown, index: number, form: FormReader, notes: Notes): TemplateCard {
	const where = cardLabel(index);
	const { card_index: given = index, components } = isObject(card) ? card : {};
	if (given !== index) {
		const fault = `card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order`;
		notes.refuse(where, fault, `It must be ${index}.`);
	}
	if (!isObject(card) || !Array.isArray(components) || components.length === 0) {
		notes.refuse(where, 'components is missing or empty', 'A card has a BODY, a HEADER, or both.');
		return { card_index: index, components: [] };
	}
	let variables = 0;
	const checked = components.map((component: unknown): unknown => {
		if (isObject(component) && component.type === 'BODY' && Array.isArray(component.variables)) {
			const from = variables;
			variables += component.variables.length;
			const values = component.variables.map((entry: unknown, at) =>
				variableOf(entry, variableLabel(index, from + at), form, notes),
			);
			return { ...component, variables: values };
		}
		if (isObject(component) && component.type === 'HEADER') return headerOf(component, where, form, notes);
		notes.refuse(where, 'a component does not have the right format', BODY_OR_HEADER);
		return component;
	});
	return { ...card, card_index: index, components: checked as TemplateCard['components'] };
}

function variableOf(entry: unknown, where: string, form: FormReader, notes: Notes): unknown {
	if (isObject(entry) && entry.type === 'text' && typeof entry.value === 'string') {
		return { ...entry, ...variable(form.of(texts, entry), 'value', where, notes) };
	}
	notes.refuse(where, 'it must look like {"type": "text", "value": "…"}', 'Put the value in quotation marks.');
	return entry;
}

function headerOf(component: Record<string, unknown>, where: string, form: FormReader, notes: Notes): unknown {
	const { format, media } = component;
	if (format !== 'IMAGE' || !isObject(media) || typeof media.mediaUrl !== 'string') {
		notes.refuse(where, 'a component does not have the right format', BODY_OR_HEADER);
		return component;
	}
	return { ...component, media: { ...media, ...header(form.of(texts, media), 'mediaUrl', where, notes)?.media } };
}
