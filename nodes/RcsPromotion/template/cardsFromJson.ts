import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../service/values';
import { labelCard, labelVariable, SINGLE_CARD, type CardParts } from './cardParts';
import type { CardComponent, TemplateCard, TemplateComponent, TemplateVariable } from './types';

const BODY_OR_HEADER =
	'Write it as {"type": "BODY", "variables": [{"type": "text", "value": "…"}]} or {"type": "HEADER", "format": "IMAGE", "media": {"mediaUrl": "https://…"}}.';

/** Describes value and mediaUrl as form fields, so that FormReader checks them like those of the form. */
const textFields = ['value', 'mediaUrl'].map((name): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	required: true,
}));

const isMissing = (entry: unknown) => entry === null || entry === undefined;
const IT_IS_MISSING = 'it is missing';
const CORRECT_EXPRESSION = 'Correct the expression that found no value for it, or remove it.';

/**
 * What is written as JSON in the documented format: the cards of a carousel, or all components of a template. None for a template without
 * cards. Fields that the document does not name are kept.
 */
export function buildComponentsFromJson(parts: CardParts): TemplateComponent[] {
	const entries = parts.read(undefined, () => parts.form.jsonList('cardsJson')) ?? [];
	const areComponents = entries.some((entry) => isObject(entry) && 'type' in entry);
	if (!areComponents) return entries.length > 0 ? [{ type: 'CAROUSEL', cards: buildCards(entries, parts) }] : [];
	return entries.map((entry): TemplateComponent => {
		if (!isObject(entry) || entry.type !== 'CAROUSEL') return buildComponent(entry, SINGLE_CARD, parts);
		const cards = Array.isArray(entry.cards) ? entry.cards : [];
		if (cards.length === 0) {
			parts.refuse(undefined, "The CAROUSEL in 'Cards as JSON' contains no cards", 'Add one, or remove it.');
		}
		return { ...entry, type: 'CAROUSEL', cards: buildCards(cards, parts) };
	});
}

function buildCards(cards: unknown[], parts: CardParts): TemplateCard[] {
	return cards.map((card, index) => {
		if (isObject(card)) return buildCard(card, index, parts);
		parts.refuse(labelCard(index), IT_IS_MISSING, CORRECT_EXPRESSION);
		return { card_index: index, components: [] };
	});
}

function buildCard(card: Record<string, unknown>, index: number, parts: CardParts): TemplateCard {
	const where = labelCard(index);
	const { card_index: given = index, components } = card;
	if (given !== index) {
		const message = `card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order`;
		parts.refuse(where, message, `It must be ${index}.`);
	}
	const entries: unknown[] = Array.isArray(components) ? components : [];
	if (entries.length === 0) {
		parts.refuse(where, 'components is missing or empty', 'A card has a BODY, a HEADER, or both.');
	}
	const checked = entries.map((component) => buildComponent(component, where, parts));
	return { ...card, card_index: index, components: checked };
}

function buildComponent(component: unknown, where: string, parts: CardParts): CardComponent {
	const given = isObject(component) ? component : {};
	const { type, variables, format, media } = given;
	if (type === 'BODY' && Array.isArray(variables)) {
		const checked = variables.map((entry: unknown, at) => readVariable(entry, labelVariable(where, at), parts));
		return { ...given, type, variables: checked };
	}
	if (type === 'HEADER' && format === 'IMAGE' && isObject(media)) {
		const image = parts.header(where, () => parts.form.of(textFields, media).text('mediaUrl'));
		return { ...given, ...image, media: { ...media, ...image.media } };
	}
	if (isMissing(component)) parts.refuse(where, 'a component is missing', CORRECT_EXPRESSION);
	else parts.refuse(where, 'a component does not have the right format', BODY_OR_HEADER);
	return { type: 'BODY', variables: [] };
}

function readVariable(entry: unknown, where: string, parts: CardParts): TemplateVariable {
	if (isObject(entry) && entry.type === 'text' && typeof entry.value === 'string') {
		return { ...entry, ...parts.variable(where, () => parts.form.of(textFields, entry).text('value')) };
	}
	if (isMissing(entry)) parts.refuse(where, IT_IS_MISSING, CORRECT_EXPRESSION);
	else parts.refuse(where, 'it must look like {"type": "text", "value": "…"}', 'Put the value in quotation marks.');
	return { type: 'text', value: '' };
}
