import { operations, choicesOf, fieldsOf, textsOf, type Field } from './form';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';

const { description } = new RcsPromotion();
const form = fieldsOf(description.properties);

const shown = ({ property }: Field, resource: string, operation: string) => {
	const { resource: forResource, operation: forOperation } = property.displayOptions?.show ?? {};
	return forResource?.includes(resource) === true && forOperation?.includes(operation) === true;
};

describe.each(operations)('$id', ({ resource, operation, definition }) => {
	const fields = fieldsOf(definition.properties);

	it('says what it does, in the list of actions and in the form', () => {
		expect(definition.name).toMatch(/^[A-Z]/);
		// n8n lists actions in sentence case and without a closing full stop.
		expect(definition.action).toMatch(/^[A-Z][^A-Z.]*( [^.]*)?[^.]$/);
		expect(definition.description).toMatch(/^[A-Z]/);
		expect(definition.description.length).toBeGreaterThan(10);
		expect(typeof definition.writes).toBe('boolean');
	});

	it('saves its fields under these names, with these values and defaults', () => {
		const saved = fields.map(({ path, property }) => {
			const values = choicesOf(property).map(({ value }) => JSON.stringify(value));
			const modes = property.modes?.map(({ name }) => name) ?? [];
			const choice = [...values, ...modes];
			const from = choice.length > 0 ? ` of ${choice.join(', ')}` : '';
			return `${path}: ${property.type} = ${JSON.stringify(property.default)}${from}`;
		});
		expect(saved.sort()).toMatchSnapshot();
	});

	it('shows each of its fields, and each only when its conditions can come true', () => {
		const inForm = form.filter((field) => shown(field, resource, operation));
		for (const { property } of inForm) {
			for (const condition of ['show', 'hide'] as const) {
				for (const [name, values = []] of Object.entries(property.displayOptions?.[condition] ?? {})) {
					if (name.startsWith('@') || name === 'resource' || name === 'operation') continue;
					const plainName = name.replace(/^\//, '');
					const asked = inForm.filter((field) => field.path === plainName);
					expect([plainName, asked.length]).toEqual([plainName, Math.max(1, asked.length)]);
					for (const value of values) {
						if (typeof value === 'object') continue;
						const possible = asked.flatMap((field) => [
							field.property.default,
							...(field.property.type === 'boolean'
								? [true, false]
								: choicesOf(field.property).map((choice) => choice.value)),
						]);
						expect(possible).toContainEqual(value);
					}
				}
			}
		}
		expect(inForm.map(({ property }) => property.name)).toEqual(definition.properties.map(({ name }) => name));
	});

	it('has a default among the choices wherever there is a choice', () => {
		for (const { path, property } of fields) {
			const choices = choicesOf(property).map(({ value }) => value);
			if (property.type !== 'options' || choices.length === 0) continue;
			expect([path, choices]).toEqual([path, expect.arrayContaining([property.default])]);
			expect([path, new Set(choices).size]).toEqual([path, choices.length]);
		}
	});
});

describe('the form as a whole', () => {
	const texts: Array<[string, string]> = [
		['node displayName', description.displayName],
		['node description', description.description],
		...form.flatMap(textsOf),
	];

	it('asks only for values that n8n can keep apart', () => {
		for (const { id, definition } of operations) {
			const names = definition.properties.map(
				({ name, displayOptions }) => `${name} ${JSON.stringify(displayOptions?.show)}`,
			);
			expect([id, names.length]).toEqual([id, new Set(names).size]);
		}
	});

	it('is in English, with typographic signs at most', () => {
		const foreign = texts.filter(([, text]) => !/^[\x20-\x7E\n–—…‘’“”→×≤≥·]+$/.test(text));
		expect(foreign).toEqual([]);
	});

	it('has no text that was meant to be replaced', () => {
		const unfinished =
			/\b(todo|fixme|tbd|xxx|lorem|ipsum|foo|bar|changeme|placeholder)\b|<(?!a |\/a>|b>|\/b>|br>|code>|\/code>)[a-z_-]+>/i;
		expect(texts.filter(([, text]) => unfinished.test(text))).toEqual([]);
	});

	it('says what is and what to do, not that something is wrong', () => {
		const scolding = /\b(errors?|problems?|failures?|mistakes?|invalid|illegal)\b/i;
		// The report of the service has a column of this name.
		const names = /\berrors?\b(?= (reason|column))/gi;
		expect(texts.filter(([, text]) => scolding.test(text.replace(names, '')))).toEqual([]);
	});

	it('keeps its hints short enough for n8n to show them', () => {
		for (const { path, property } of form) {
			for (const hint of [property.hint, ...(property.modes ?? []).map((mode) => mode.hint)]) {
				expect([path, (hint ?? '').length]).toEqual([path, Math.min((hint ?? '').length, 120)]);
			}
		}
	});
});
