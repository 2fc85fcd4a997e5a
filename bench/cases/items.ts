/** Contacts as items, whose fields are named in the form, as a CRM's node puts them out: with much that nobody asks for. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { benchCase, finished } from '../parts/benchCase';
import { digitsOf, nameOf } from '../parts/people';

const NO_SERVICE = { baseUrl: 'http://127.0.0.1:9', accountId: 'bench', apiKey: 'unused' };

const phoneOf = (person: number) => `+49151${digitsOf(person)}`;

/** One in a hundred has no mobile phone, but everybody has that of the office. */
const hasMobile = (person: number) => person % 100 !== 99;

const contact = (person: number): INodeExecutionData => ({
	json: {
		id: String(1_000_000 + person),
		createdAt: '2026-01-12T09:31:00.000Z',
		properties: {
			firstname: { value: nameOf(person) },
			email: { value: `person-${person}@example.com` },
			phone: { value: '+4930901820' },
			mobilephone: { value: hasMobile(person) ? phoneOf(person) : '' },
			hs_object_id: { value: String(1_000_000 + person) },
			lastmodifieddate: { value: String(1_764_267_861_000 + person) },
		},
	},
	pairedItem: { item: person },
});

const FIELDS_OF_OPT_OUT = 28;
const LISTED_EVERY = 20;

/** Records of a CRM, full of digits, as one text: n8n does not walk through it on its way. Every fourth names one of the contacts. */
function optOuts(count: number): string {
	const record = (at: number) => {
		const others = Array.from({ length: FIELDS_OF_OPT_OUT - 1 }, (_, field) => [`f${field}`, 7e11 + at * 1000 + field]);
		return { ...Object.fromEntries(others), mobile: `0151 ${digitsOf(at * LISTED_EVERY)}` } as IDataObject;
	};
	return JSON.stringify(Array.from({ length: count }, (_, at) => record(at)));
}

interface ItemsInput extends IDataObject {
	rows: number;
}

const check = (name: string, expected: (rows: number) => IDataObject, more: (rows: number) => INodeParameters) =>
	benchCase<ItemsInput>({
		name,
		rows: 50_000,
		limits: { oursMs: 5_000, longestPauseMs: 100 },
		prepare: async (rows) => ({ input: { rows }, expected: expected(rows), stop: async () => {} }),
		sides: {
			async ours({ engine }, { rows }) {
				const credentials = engine.credentials('rcsPromotionApi', NO_SERVICE);
				const items = Array.from({ length: rows }, (_, person) => contact(person));
				const parameters = {
					...{ resource: 'contactList', operation: 'check', recipients: 'inputItems' },
					...{ phoneField: 'properties.mobilephone.value', nameField: 'properties.firstname.value' },
					...more(rows),
				};
				return async () => {
					const { json } = await finished(engine.run({ credentials, parameters, items }));
					const { ready, leftOut, doNotContact } = json[0]?.recipients as IDataObject;
					return () => ({ found: { rows, ready, leftOut, doNotContact } });
				};
			},
		},
	});

const withoutMobile = (rows: number) => Math.floor(rows / 100);

/** Reads two fields of each. */
const items = check(
	'items',
	(rows) => ({ rows, ready: rows - withoutMobile(rows), leftOut: withoutMobile(rows), doNotContact: 0 }),
	() => ({}),
);

/** The same, with a fifth as many opt-outs. */
const listed = (rows: number) => rows / 5;
const withOptOuts = check(
	'items-opt-outs',
	(rows) => ({
		...{ rows, leftOut: withoutMobile(rows), doNotContact: rows / LISTED_EVERY },
		ready: rows - withoutMobile(rows) - rows / LISTED_EVERY,
	}),
	(rows) => ({ options: { doNotContact: optOuts(listed(rows)) } }),
);

export const cases = [items, withOptOuts];
