import type { INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../form/formReader';
import { isObject } from '../../service/values';
import { buildHeader, buildVariable, labelCard, labelVariable } from './cardParts';
import type { CardComponent, TemplateCard, TemplateFindings } from './types';

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

/** The cards written as JSON in the documented format. Fields that the document does not name are kept. */
export function buildCardsFromJson(form: FormReader, found: TemplateFindings): TemplateCard[] {
	const cards = found.issues.tryTo(undefined, () => form.objects('cardsJson'));
	if (cards?.length === 0) {
		found.issues.addRefusal(undefined, "'Cards as JSON' contains no cards", "Add one, or set 'Cards' to 'None'.");
	}
	return (cards ?? []).map((card, index) => buildCard(card, index, form, found));
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
	const checked = entries.map((component) => buildComponent(component, index, form, found));
	return { ...card, card_index: index, components: checked as CardComponent[] };
}

function buildComponent(component: unknown, cardIndex: number, form: FormReader, found: TemplateFindings): unknown {
	const where = labelCard(cardIndex);
	const given = isObject(component) ? component : {};
	const { type, variables, format, media } = given;
	if (type === 'BODY' && Array.isArray(variables)) {
		const checked = variables.map((entry: unknown, at) =>
			readVariable(entry, labelVariable(cardIndex, at), form, found),
		);
		return { ...given, variables: checked };
	}
	if (type === 'HEADER' && format === 'IMAGE' && isObject(media)) {
		const image = buildHeader(where, found, () => form.of(textFields, media).text('mediaUrl'));
		return { ...given, media: { ...media, ...image.media } };
	}
	found.issues.addRefusal(where, 'a component does not have the right format', BODY_OR_HEADER);
	return component;
}

function readVariable(entry: unknown, where: string, form: FormReader, found: TemplateFindings): unknown {
	if (isObject(entry) && entry.type === 'text' && typeof entry.value === 'string') {
		return { ...entry, ...buildVariable(where, found, () => form.of(textFields, entry).text('value')) };
	}
	found.issues.addRefusal(
		where,
		'it must look like {"type": "text", "value": "…"}',
		'Put the value in quotation marks.',
	);
	return entry;
}
