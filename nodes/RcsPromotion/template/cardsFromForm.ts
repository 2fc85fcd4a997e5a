import type { FormReader } from '../../form/formReader';
import { buildHeader, buildVariable } from './cardParts';
import { labelCard, labelVariable, type TemplateIssues } from './templateIssues';
import type { CardComponent, TemplateCard, TemplateVariable } from './types';

/** The cards as the form's fields describe them. */
export function buildCardsFromForm(form: FormReader, issues: TemplateIssues): TemplateCard[] {
	const cards = form.entries('cards', 'card');
	if (cards.length === 0) issues.addRefusal(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return cards.map((card, index) => ({ card_index: index, components: buildComponents(card, index, issues) }));
}

function buildComponents(card: FormReader, index: number, issues: TemplateIssues): CardComponent[] {
	const where = labelCard(index);
	const variables = card
		.entries('variables', 'variable')
		.map((fields, position) => readVariable(fields, labelVariable(index, position), issues));
	const components: CardComponent[] = variables.length > 0 ? [{ type: 'BODY', variables }] : [];
	// An empty field means no image, but an expression that finds nothing gives no text at all.
	if (card.raw('headerImageUrl') !== '') components.push(buildHeader(where, issues, () => card.text('headerImageUrl')));
	if (components.length === 0) {
		issues.addRefusal(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	}
	return components;
}

const readVariable = (form: FormReader, where: string, issues: TemplateIssues): TemplateVariable =>
	buildVariable(where, issues, () =>
		form.choice('source') === 'text' ? form.text('text') : `\${${form.choice('column')}}`,
	);
