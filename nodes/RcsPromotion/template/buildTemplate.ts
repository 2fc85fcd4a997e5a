import type { FormReader } from '../../form/formReader';
import { CardParts, labelCard, labelVariable } from './cardParts';
import { buildComponentsFromJson } from './cardsFromJson';
import type { BuiltTemplate, CardComponent, Template, TemplateCard } from './types';

/** The `template` of a launch, and everything found wrong with it before anything is sent. */
export function buildTemplate(form: FormReader): BuiltTemplate {
	const parts = new CardParts(form);
	const readText = (name: string) => parts.read(undefined, () => form.text(name)) ?? '';
	const template: Template = {
		name: readText('templateName'),
		id: readText('templateId'),
		language: readText('templateLanguage'),
	};
	const cardsMode = form.choice('cardsMode');
	if (cardsMode === 'form') template.components = [{ type: 'CAROUSEL', cards: buildCardsFromForm(parts) }];
	const components = cardsMode === 'json' ? buildComponentsFromJson(parts) : [];
	const { issues, references } = parts;
	return { template: components.length > 0 ? { ...template, components } : template, issues, references };
}

/** The cards as the form's fields describe them. */
function buildCardsFromForm(parts: CardParts): TemplateCard[] {
	const cards = parts.read(undefined, () => parts.form.entries('cards', 'card'));
	if (cards?.length === 0) parts.refuse(undefined, 'No card is filled in', "Add one, or set 'Cards' to 'None'.");
	return (cards ?? []).map((card, index) => ({ card_index: index, components: buildComponents(card, index, parts) }));
}

function buildComponents(card: FormReader, index: number, parts: CardParts): CardComponent[] {
	const where = labelCard(index);
	const entries = parts.read(where, () => card.entries('variables', 'variable'));
	const variables = entries?.map((fields, position) =>
		parts.variable(labelVariable(where, position), () =>
			fields.choice('source') === 'text' ? fields.text('text') : `\${${fields.choice('column')}}`,
		),
	);
	const components: CardComponent[] = variables?.length === 0 ? [] : [{ type: 'BODY', variables: variables ?? [] }];
	// An empty field means no image, but an expression that finds nothing gives no text at all.
	if (card.raw('headerImageUrl') !== '') components.push(parts.header(where, () => card.text('headerImageUrl')));
	if (components.length === 0)
		parts.refuse(where, 'it has neither an image nor variables', 'Fill it in, or remove the card.');
	return components;
}
