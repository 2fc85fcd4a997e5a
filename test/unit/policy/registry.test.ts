import type { INodeProperties } from 'n8n-workflow';
import { allProperties } from '../../../nodes/RcsPromotion/operations';
import type { Operation } from '../../../nodes/RcsPromotion/operations/operation';

const field = (name: string): INodeProperties => ({ displayName: name, name, type: 'string', default: '' });
const [shared, other] = [field('shared'), field('other')];

const formOf = (...fields: INodeProperties[][]) => {
	const operations = fields.map((properties, index): [string, Operation] => [
		`operation${index}`,
		{
			name: `Operation ${index}`,
			description: '',
			action: '',
			writes: false,
			properties,
			execute: async () => await Promise.resolve([]),
		},
	]);
	const resource = { name: 'R', operations: Object.fromEntries(operations), defaultOperation: 'operation0' };
	return allProperties({ r: resource }).filter(({ name }) => [shared.name, other.name].includes(name));
};

describe('The form of all operations', () => {
	it('has a field that they share once, shown for each of them', () => {
		expect(formOf([shared, other], [shared])).toEqual([
			{ ...shared, displayOptions: { show: { resource: ['r'], operation: ['operation0', 'operation1'] } } },
			{ ...other, displayOptions: { show: { resource: ['r'], operation: ['operation0'] } } },
		]);
	});

	it('is refused rather than made without the fields that stand in different orders', () => {
		expect(() => formOf([shared, other], [other, shared])).toThrow(
			"r.operation1 has 'other' in another order than other operations",
		);
	});
});
