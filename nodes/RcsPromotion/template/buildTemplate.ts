import { Refusal } from '../../service/refusal';
import type { FormReader } from '../../form/formReader';
import { isObject } from '../../service/values';
import type { Issue } from '../issues';
import { ComponentWalk } from './componentWalk';

/** The `template` of the launch body. What the service's document does not name passes as it was written. */
export interface Template {
	name: string;
	id: string;
	language: string;
	/** Absent for a template without cards. */
	components?: unknown[];
}

export type BuiltTemplate = ReturnType<typeof buildTemplate>;

/**
 * The `template` of a launch, and everything found wrong with it before anything is sent.
 * @param beside what the request carries beside it, by the labels of its fields: people may see that, too
 */
export function buildTemplate(form: FormReader, beside: Record<string, unknown> = {}) {
	const issues: Issue[] = [];
	const read = <T>(where: string | undefined, readField: () => T): T | undefined => {
		try {
			return readField();
		} catch (error) {
			if (!(error instanceof Refusal)) throw error as Error;
			issues.push({ where, message: error.message, advice: error.description });
			return undefined;
		}
	};
	const readText = (name: string) => read(undefined, () => form.text(name)) ?? '';
	const template: Template = {
		name: readText('templateName'),
		id: readText('templateId'),
		language: readText('templateLanguage'),
	};
	const issuesBefore = issues.length;
	const cardsMode = form.choice('cardsMode');
	const components =
		cardsMode === 'form'
			? [{ type: 'CAROUSEL', cards: buildCards(form, read, issues) }]
			: cardsMode === 'json'
				? readComponents(read(undefined, () => form.jsonList('cardsJson')) ?? [], issues)
				: [];
	// What is wrong with the cards' fields is said already, and the walk would say it again.
	const walk = new ComponentWalk();
	if (issues.length === issuesBefore) walk.walk(components);
	for (const [label, value] of Object.entries(beside)) walk.walkField(label, value);
	return {
		/** Complete only if no issue is a refusal. */
		template: components.length > 0 ? { ...template, components } : template,
		issues: [...issues, ...walk.issues],
		/** Which contact values it shows, in order, repeats included. */
		references: walk.references,
		texts: walk.texts,
	};
}

/** Cards, or whole components: a card has no type. Cards are put into a carousel, and numbered where they are not. */
function readComponents(entries: unknown[], issues: Issue[]): unknown[] {
	const hasType = (entry: unknown) => isObject(entry) && 'type' in entry;
	const present = entries.filter((entry) => entry !== null && entry !== undefined);
	const odd = present.find((entry) => hasType(entry) !== hasType(present[0]));
	if (odd !== undefined)
		issues.push({
			where: `Entry ${entries.indexOf(odd) + 1}`,
			message: hasType(odd) ? 'it has a type, which a card has not' : 'it has no type, which a component needs',
			advice: "'Cards as JSON' takes either cards or whole components.",
		});
	const areCards = entries.length > 0 && !present.some(hasType);
	const components: unknown[] = areCards ? [{ type: 'CAROUSEL', cards: entries }] : entries;
	return components.map((component) =>
		isObject(component) && component.type === 'CAROUSEL' && Array.isArray(component.cards)
			? { ...component, cards: component.cards.map((card: unknown, index) => numbered(card, index)) }
			: component,
	);
}

const numbered = (card: unknown, index: number) => (isObject(card) ? { card_index: index, ...card } : card);

type Read = <T>(where: string | undefined, readField: () => T) => T | undefined;

/** The cards as the form's fields describe them. */
function buildCards(form: FormReader, read: Read, issues: Issue[]): unknown[] {
	const cards = read(undefined, () => form.entries('cards', 'card'));
	if (cards?.length === 0)
		issues.push({ message: 'No card is filled in', advice: "Add one, or set 'Cards' to 'None'." });
	return (cards ?? []).map((card, index) => {
		const where = `Card ${index + 1}`;
		const issuesBefore = issues.length;
		const entries = read(where, () => card.entries('variables', 'variable')) ?? [];
		const variables = entries.map((fields, at) => ({
			type: 'text',
			value: read(`${where}, variable ${at + 1}`, () =>
				fields.choice('source') === 'text' ? fields.text('text') : `\${${fields.choice('column')}}`,
			),
		}));
		const components: unknown[] = variables.length > 0 ? [{ type: 'BODY', variables }] : [];
		// An empty field means no image, but an expression that finds nothing gives no text at all.
		if (card.raw('headerImageUrl') !== '') {
			const mediaUrl = read(where, () => card.text('headerImageUrl'));
			components.push({ type: 'HEADER', format: 'IMAGE', media: { mediaUrl } });
		}
		if (components.length === 0 && issues.length === issuesBefore)
			issues.push({
				where,
				message: 'it has neither an image nor variables',
				advice: 'Fill it in, or remove the card.',
			});
		return { card_index: index, components };
	});
}
