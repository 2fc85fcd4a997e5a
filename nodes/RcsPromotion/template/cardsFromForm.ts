import type { FormReader } from '../../form/formReader';
import { header, variable } from './cardParts';
import { cardLabel, variableLabel, type TemplateIssues } from './templateIssues';
import type { CardComponent, TemplateCard, TemplateVariable } from './types';

/** The cards as the form's fields describe them. */
export function cardsFromForm(form: FormReader, issues: TemplateIssues): TemplateCard[] {
	const cards = form.entries('cards', 'card');
	if (cards.length === 0) issues.refuse(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return cards.map((card, index) => ({ card_index: index, components: componentsOf(card, index, issues) }));
}

function componentsOf(card: FormReader, index: number, issues: TemplateIssues): CardComponent[] {
	const where = cardLabel(index);
	const variables = card
		.entries('variables', 'variable')
		.map((fields, position) => variableOf(fields, variableLabel(index, position), issues));
	const components: CardComponent[] = variables.length > 0 ? [{ type: 'BODY', variables }] : [];
	// An empty field means no image, but an expression that finds nothing gives no text at all.
	if (card.raw('headerImageUrl') !== '') components.push(header(where, issues, () => card.text('headerImageUrl')));
	if (components.length === 0) {
		issues.refuse(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	}
	return components;
}

const variableOf = (form: FormReader, where: string, issues: TemplateIssues): TemplateVariable =>
	variable(where, issues, () =>
		form.choice('source') === 'text' ? form.text('text') : `\${${form.choice('column')}}`,
	);
