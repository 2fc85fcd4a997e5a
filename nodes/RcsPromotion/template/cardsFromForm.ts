import type { FormReader } from '../../form/formReader';
import { header, variable } from './cardParts';
import { cardLabel, variableLabel, type Notes } from './notes';
import type { CardComponent, TemplateCard, TemplateVariable } from './types';

/** The cards as the form's fields describe them. */
export function cardsFromForm(form: FormReader, notes: Notes): TemplateCard[] {
	const cards = form.entries('cards', 'card');
	if (cards.length === 0) notes.refuse(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return cards.map((card, index) => ({ card_index: index, components: componentsOf(card, index, notes) }));
}

function componentsOf(card: FormReader, index: number, notes: Notes): CardComponent[] {
	const where = cardLabel(index);
	const variables = card
		.entries('variables', 'variable')
		.map((fields, position) => variableOf(fields, variableLabel(index, position), notes));
	const components: CardComponent[] = variables.length > 0 ? [{ type: 'BODY', variables }] : [];
	// An empty field means no image, but an expression that finds nothing gives no text at all.
	if (card.raw('headerImageUrl') !== '') components.push(header(where, notes, () => card.text('headerImageUrl')));
	if (components.length === 0) {
		notes.refuse(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	}
	return components;
}

const variableOf = (form: FormReader, where: string, notes: Notes): TemplateVariable =>
	variable(where, notes, () => (form.choice('source') === 'text' ? form.text('text') : `\${${form.choice('column')}}`));
