import { choicesOf, fieldsOf, operations, savedForm, type Field } from './form';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';

const { description } = new RcsPromotion();
const form = fieldsOf(description.properties);

const shown = ({ property }: Field, resource: string, operation: string) => {
	const { resource: forResource, operation: forOperation } = property.displayOptions?.show ?? {};
	return forResource?.includes(resource) === true && forOperation?.includes(operation) === true;
};

describe.each(operations)('$id', ({ resource, operation, definition }) => {
	const fields = fieldsOf(definition.properties);

	it('saves its fields under these names, with these values and defaults', () => {
		expect(savedForm(definition.properties)).toMatchSnapshot();
	});

	it('has beside each entry of a collection what that entry depends on, without which n8n 1 cannot load the form', () => {
		const paths = new Set(fields.map(({ path }) => path));
		for (const { path, property } of fields.filter((field) => field.path.includes('.'))) {
			const { show = {}, hide = {} } = property.displayOptions ?? {};
			const besideIt = Object.keys({ ...show, ...hide }).filter((name) => !/^[/@]/.test(name));
			for (const name of besideIt) expect(paths).toContain(path.replace(/[^.]+$/, name));
		}
	});

	it('shows each of its fields, and each only when its conditions can come true', () => {
		const inForm = form.filter((field) => shown(field, resource, operation));
		for (const { property } of inForm) {
			for (const condition of ['show', 'hide'] as const) {
				for (const [name, values = []] of Object.entries(property.displayOptions?.[condition] ?? {})) {
					if (name.startsWith('@') || name === 'resource' || name === 'operation') continue;
					const plainName = name.replace(/^\//, '');
					// A field that operations share may depend on an option that only one of them has.
					const asked = form.filter((field) => field.path === plainName);
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
		expect(inForm.map(({ property }) => property.name)).toEqual([
			...(definition.peopleOnly ? [] : ['toolDescription']),
			...definition.properties.map(({ name }) => name),
		]);
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

it('resources and operations are listed in alphabetical order', () => {
	for (const { property } of form.filter(({ path }) => path === 'resource' || path === 'operation')) {
		const names = choicesOf(property).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	}
});

it('no operation asks twice for the same value', () => {
	for (const { id, definition } of operations) {
		const asked = definition.properties.map(
			({ name, displayOptions }) => `${name} ${JSON.stringify(displayOptions?.show)}`,
		);
		expect([id, new Set(asked).size]).toEqual([id, asked.length]);
	}
});

it('lists the countries once in all that n8n’s AI builder reads', () => {
	expect(JSON.stringify(description).split('"Zimbabwe"')).toHaveLength(2);
});
