import type { FormReader } from '../../service/formReader';
import { header, textVariable, variable } from './cardParts';
import { cardLabel, variableLabel, type Notes } from './notes';
import type { CardComponent, TemplateCard, TemplateVariable } from './types';

/** The cards as the form's fields describe them. */
export function cardsFromForm(form: FormReader, notes: Notes): TemplateCard[] {
	const cards = form.entries('cards', 'card');
	if (cards.length === 0) notes.refuse(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return cards.map((card, index) => ({ card_index: index, components: componentsOf(card, index, notes) }));
}

function componentsOf(card: FormReader, index: number, notes: Notes): CardComponent[] {
	const components: CardComponent[] = [];
	const where = cardLabel(index);
	const variables = card
		.entries('variables', 'variable')
		.map((fields, position) => variableOf(fields, variableLabel(index, position), notes));
	if (variables.length > 0) components.push({ type: 'BODY', variables });
	// An empty field means no image, but an expression that finds nothing gives no text at all.
	if (card.raw('headerImageUrl') !== '') {
		const image = header(card, 'headerImageUrl', where, notes);
		if (image) components.push(image);
	} else if (variables.length === 0) {
		notes.refuse(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	}
	return components;
}

function variableOf(form: FormReader, where: string, notes: Notes): TemplateVariable {
	if (form.choice('source') === 'text') return variable(form, 'text', where, notes);
	const column = notes.read(where, () => form.choice('column'));
	return textVariable(column === undefined ? '' : `\${${column}}`, where, notes);
}
