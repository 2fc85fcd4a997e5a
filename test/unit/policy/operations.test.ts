import type { INodeProperties } from 'n8n-workflow';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import { allProperties } from '../../../nodes/RcsPromotion/operations';
import type { Operation } from '../../../nodes/RcsPromotion/operations/operation';
import { choicesOf, fieldsOf, operations, savedForm, type Field } from './form';

const { description } = new RcsPromotion();
const form = fieldsOf(description.properties);

const shown = ({ property }: Field, resource: string, operation: string) => {
	const { resource: forResource, operation: forOperation } = property.displayOptions?.show ?? {};
	return forResource?.includes(resource) === true && forOperation?.includes(operation) === true;
};

const conditionsOf = ({ property: { displayOptions: { show, hide } = {} } }: Field) =>
	[show, hide].flatMap((conditions) => Object.entries(conditions ?? {}));

/** All that a field may hold, where it is a choice or a switch. */
const valuesOf = ({ property }: Field): unknown[] => [
	property.default,
	...(property.type === 'boolean' ? [true, false] : choicesOf(property).map(({ value }) => value)),
];

describe.each(operations)('$id', ({ resource, operation, definition }) => {
	const fields = fieldsOf(definition.properties);

	it('tells a model what it does, unless only people do it', () => {
		const told = form.find((field) => field.path === 'toolDescription' && shown(field, resource, operation));
		expect(told?.property.default === undefined).toBe(definition.peopleOnly === true);
	});

	it('saves its fields under these names, with these values and defaults', () => {
		expect(savedForm(definition.properties)).toMatchSnapshot();
	});

	it('has beside each entry of a collection what that entry depends on, without which n8n 1 cannot load the form', () => {
		const paths = new Set(fields.map(({ path }) => path));
		for (const field of fields.filter(({ path }) => path.includes('.'))) {
			const besideIt = conditionsOf(field).filter(([name]) => !/^[/@]/.test(name));
			for (const [name] of besideIt) expect(paths).toContain(field.path.replace(/[^.]+$/, name));
		}
	});

	it('shows each of its fields, and each only when its conditions can come true', () => {
		const inForm = form.filter((field) => shown(field, resource, operation));
		for (const [name, values = []] of inForm.flatMap(conditionsOf)) {
			if (name.startsWith('@') || name === 'resource' || name === 'operation') continue;
			// A field that operations share may depend on an option that only one of them has.
			const possible = form.filter(({ path }) => path === name.replace(/^\//, '')).flatMap(valuesOf);
			for (const value of values.filter((one) => typeof one !== 'object')) expect(possible).toContainEqual(value);
			expect([name, possible.length]).not.toEqual([name, 0]);
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

	it('does not ask twice for the same value', () => {
		const asked = definition.properties.map((field) => `${field.name} ${JSON.stringify(field.displayOptions?.show)}`);
		expect(asked).toEqual([...new Set(asked)]);
	});
});

it('resources and operations are listed in alphabetical order', () => {
	for (const { property } of form.filter(({ path }) => path === 'resource' || path === 'operation')) {
		const names = choicesOf(property).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	}
});

it('lists the countries once in all that n8n’s AI builder reads', () => {
	expect(JSON.stringify(description).split('"Zimbabwe"')).toHaveLength(2);
});

describe('the form of all operations', () => {
	const field = (name: string): INodeProperties => ({ displayName: name, name, type: 'string', default: '' });
	const [shared, other] = [field('shared'), field('other')];
	const formOf = (first: INodeProperties[], second: INodeProperties[]) => {
		const operation = (name: string, properties: INodeProperties[]): Operation => ({
			...{ name, description: '', action: '', writes: false, properties },
			execute: async () => await Promise.resolve([]),
		});
		const both = { a: operation('A', first), b: operation('B', second) };
		const all = allProperties({ r: { name: 'R', operations: both, defaultOperation: 'a' } });
		return all.filter(({ name }) => [shared.name, other.name].includes(name));
	};

	it('has a field that they share once, shown for each of them', () => {
		expect(formOf([shared, other], [shared])).toEqual([
			{ ...shared, displayOptions: { show: { resource: ['r'], operation: ['a', 'b'] } } },
			{ ...other, displayOptions: { show: { resource: ['r'], operation: ['a'] } } },
		]);
	});

	it('is refused rather than made without the fields that stand in different orders', () => {
		expect(() => formOf([shared, other], [other, shared])).toThrow(
			"r.b has 'other' in another order than other operations",
		);
	});
});
