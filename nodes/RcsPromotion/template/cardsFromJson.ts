import type { INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../form/formReader';
import { isObject } from '../../service/values';
import { buildHeader, buildVariable, labelCard, labelVariable, SINGLE_CARD } from './cardParts';
import type { CardComponent, TemplateCard, TemplateComponent, TemplateFindings, TemplateVariable } from './types';

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

const IT_IS_MISSING = 'it is missing';
const CORRECT_EXPRESSION = 'Correct the expression that found no value for it, or remove it.';

/**
 * What is written as JSON in the documented format: the cards of a carousel, or all components of a template. None for a template without
 * cards. Fields that the document does not name are kept.
 */
export function buildComponentsFromJson(form: FormReader, found: TemplateFindings): TemplateComponent[] {
	const entries = found.issues.tryTo(undefined, () => form.jsonList('cardsJson')) ?? [];
	const areComponents = entries.some((entry) => isObject(entry) && 'type' in entry);
	if (!areComponents) return entries.length > 0 ? [{ type: 'CAROUSEL', cards: buildCards(entries, form, found) }] : [];
	return entries.map((entry): TemplateComponent => {
		if (!isObject(entry) || entry.type !== 'CAROUSEL') return buildComponent(entry, SINGLE_CARD, form, found);
		const cards = Array.isArray(entry.cards) ? entry.cards : [];
		if (cards.length === 0) {
			found.issues.addRefusal(undefined, "The CAROUSEL in 'Cards as JSON' contains no cards", 'Add one, or remove it.');
		}
		return { ...entry, type: 'CAROUSEL', cards: buildCards(cards, form, found) };
	});
}

function buildCards(cards: unknown[], form: FormReader, found: TemplateFindings): TemplateCard[] {
	return cards.map((card, index) => {
		if (isObject(card)) return buildCard(card, index, form, found);
		found.issues.addRefusal(labelCard(index), IT_IS_MISSING, CORRECT_EXPRESSION);
		return { card_index: index, components: [] };
	});
}

function buildCard(
	card: Record<string, unknown>,
	index: number,
	form: FormReader,
	found: TemplateFindings,
): TemplateCard {
	const where = labelCard(index);
	const { card_index: given = index, components } = card;
	if (given !== index) {
		const fault = `card_index is ${JSON.stringify(given)}, but cards are numbered from 0 in order`;
		found.issues.addRefusal(where, fault, `It must be ${index}.`);
	}
	const entries: unknown[] = Array.isArray(components) ? components : [];
	if (entries.length === 0) {
		found.issues.addRefusal(where, 'components is missing or empty', 'A card has a BODY, a HEADER, or both.');
	}
	const checked = entries.map((component) => buildComponent(component, where, form, found));
	return { ...card, card_index: index, components: checked };
}

function buildComponent(component: unknown, where: string, form: FormReader, found: TemplateFindings): CardComponent {
	const given = isObject(component) ? component : {};
	const { type, variables, format, media } = given;
	if (type === 'BODY' && Array.isArray(variables)) {
		const checked = variables.map((entry: unknown, at) => readVariable(entry, labelVariable(where, at), form, found));
		return { ...given, type, variables: checked };
	}
	if (type === 'HEADER' && format === 'IMAGE' && isObject(media)) {
		const image = buildHeader(where, found, () => form.of(textFields, media).text('mediaUrl'));
		return { ...given, ...image, media: { ...media, ...image.media } };
	}
	if (component === null || component === undefined) {
		found.issues.addRefusal(where, 'a component is missing', CORRECT_EXPRESSION);
		return { type: 'BODY', variables: [] };
	}
	found.issues.addRefusal(where, 'a component does not have the right format', BODY_OR_HEADER);
	return { type: 'BODY', variables: [] };
}

function readVariable(entry: unknown, where: string, form: FormReader, found: TemplateFindings): TemplateVariable {
	if (isObject(entry) && entry.type === 'text' && typeof entry.value === 'string') {
		return { ...entry, ...buildVariable(where, found, () => form.of(textFields, entry).text('value')) };
	}
	if (entry === null || entry === undefined) {
		found.issues.addRefusal(where, IT_IS_MISSING, CORRECT_EXPRESSION);
		return { type: 'text', value: '' };
	}
	found.issues.addRefusal(
		where,
		'it must look like {"type": "text", "value": "…"}',
		'Put the value in quotation marks.',
	);
	return { type: 'text', value: '' };
}
