import type { FormReader } from '../../form/formReader';
import { buildHeader, buildVariable, labelCard, labelVariable } from './cardParts';
import type { CardComponent, TemplateCard, TemplateFindings, TemplateVariable } from './types';

/** The cards as the form's fields describe them. */
export function buildCardsFromForm(form: FormReader, found: TemplateFindings): TemplateCard[] {
	const cards = found.issues.tryTo(undefined, () => form.entries('cards', 'card'));
	if (cards?.length === 0)
		found.issues.addRefusal(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return (cards ?? []).map((card, index) => ({ card_index: index, components: buildComponents(card, index, found) }));
}

function buildComponents(card: FormReader, index: number, found: TemplateFindings): CardComponent[] {
	const where = labelCard(index);
	const entries = found.issues.tryTo(where, () => card.entries('variables', 'variable'));
	const variables = entries?.map((fields, position) => readVariable(fields, labelVariable(where, position), found));
	const components: CardComponent[] = variables?.length === 0 ? [] : [{ type: 'BODY', variables: variables ?? [] }];
	// An empty field means no image, but an expression that finds nothing gives no text at all.
	if (card.raw('headerImageUrl') !== '') components.push(buildHeader(where, found, () => card.text('headerImageUrl')));
	if (components.length === 0) {
		found.issues.addRefusal(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	}
	return components;
}

const readVariable = (form: FormReader, where: string, found: TemplateFindings): TemplateVariable =>
	buildVariable(where, found, () =>
		form.choice('source') === 'text' ? form.text('text') : `\${${form.choice('column')}}`,
	);
