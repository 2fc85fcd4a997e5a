import { isListOrObject, isObject, plainText, trimmed } from '../../service/values';
import { contactColumns, isKnownColumn } from '../contacts/types';
import { header, variable } from './cardParts';
import { cardPlace, variablePlace, type Notes } from './notes';
import type { CardComponent, TemplateCard, TemplateVariable } from './types';

/** The cards as the form's fields describe them. */
export function cardsFromForm(form: unknown, notes: Notes): TemplateCard[] {
	const cards = entries(form, 'card');
	if (cards.length === 0) notes.refuse(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return cards.map((card, index) => ({ card_index: index, components: componentsOf(card, index, notes) }));
}

function componentsOf(card: Record<string, unknown>, index: number, notes: Notes): CardComponent[] {
	const components: CardComponent[] = [];
	const where = cardPlace(index);
	const variables = entries(card.variables, 'variable').map((fields, position) =>
		variableOf(fields, variablePlace(index, position), notes),
	);
	if (variables.length > 0) components.push({ type: 'BODY', variables });
	const url = plainText(card.headerImageUrl);
	const isGiven = 'headerImageUrl' in card && card.headerImageUrl !== '';
	if (isGiven && url === '') {
		notes.refuse(where, "'Header Image URL' does not contain an address", 'Correct its expression.');
	} else if (trimmed(url) !== '') {
		const image = header(url, where, notes);
		if (image) components.push(image);
	} else if (variables.length === 0) {
		notes.refuse(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	}
	return components;
}

function variableOf(fields: Record<string, unknown>, where: string, notes: Notes): TemplateVariable {
	if (fields.source === 'column') {
		const column = plainText('column' in fields ? fields.column : 'name');
		if (isKnownColumn(column)) return variable(`\${${column}}`, where, notes);
		notes.refuse(where, `"${column}" is not available`, `Choose one of: ${contactColumns.join(', ')}.`);
		return { type: 'text', value: '' };
	}
	const { text } = fields;
	if (typeof text !== 'boolean' && !isListOrObject(text)) return variable(plainText(text), where, notes);
	notes.refuse(where, "'Text' does not hold text", 'Choose a field that does, or correct its expression.');
	return { type: 'text', value: '' };
}

/** The entries of a repeated group of fields. n8n leaves out a group that was never added. */
function entries(group: unknown, name: string): Array<Record<string, unknown>> {
	const list = isObject(group) ? group[name] : undefined;
	return Array.isArray(list) ? list.filter(isObject) : [];
}
