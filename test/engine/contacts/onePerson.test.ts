/** One phone is one person, however its number is written, wherever the nodes compare numbers. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { asDialed, exampleOf, withPlus, withZeros, type Mobile } from '../../unit/contacts/spellings';
import { contacts, launched, launchItems, phone, phonesReached, quickLaunches } from '../launch/support';
import { byId, worlds } from '../support/world';

const { inOneWorld } = worlds();
quickLaunches();

/** With and without a trunk zero, and with prefixes for calls abroad that begin with the digits of 00 and a country code. */
const people = ['BR', 'DE', 'FR', 'GB', 'JP', 'KH', 'KR', 'SG', 'US', 'ZA'].map(exampleOf);
const e164 = people.map((person) => person.e164);
/** Not one of them. */
const bystander = phone(0);

/** Prefixes for calls abroad where the library has only a pattern. */
const ABROAD: Record<string, string> = { BR: '0015', KH: '007', KR: '00700', SG: '001' };

const withCode = (person: Mobile): string[] => [...withPlus(person), ...withZeros(person, '/'), person.e164];

/** What can be read only where the country is known. */
const atHome = (person: Mobile): string[] => {
	const abroad = ABROAD[person.country];
	return [...asDialed(person), ...(abroad === undefined ? [] : [`${abroad} ${person.code} ${person.own}`])];
};

/** As many rounds as the person with the most spellings has; in each, everyone in another one. */
function rounds(spellingsOf: (person: Mobile) => string[]): string[][] {
	const all = people.map(spellingsOf);
	const count = Math.max(...all.map(({ length }) => length));
	return Array.from({ length: count }, (_, round) => all.map((spellings) => spellings[round % spellings.length] ?? ''));
}

const items = (phones: string[]): INodeExecutionData[] => phones.map((text) => ({ json: { phone: text } }));

/** Each contact with its own country. */
const mapped: INodeParameters = {
	columns: {
		mappingMode: 'defineBelow',
		value: { phone: '={{ $json.phone }}', country: '={{ $json.country }}' },
	},
};
const fromHome = (phones: string[]): INodeExecutionData[] =>
	phones.map((text, index) => ({ json: { phone: text, country: people[index % people.length]?.country } }));

describe('all spellings of a number are one person', () => {
	inOneWorld('who gets a message once', async (world) => {
		const spellings = rounds(withCode).flat();
		const row = launched(await launchItems(world, {}, { items: items(spellings) }));
		expect(row.recipients).toMatchObject({ ready: 10, duplicatesRemoved: spellings.length - 10, invalid: 0 });
		expect(phonesReached(world)).toEqual(e164);
	});

	inOneWorld('who gets a message once, also with the country of each contact', async (world) => {
		const spellings = rounds((person) => [...atHome(person), ...withPlus(person)]).flat();
		const row = launched(await launchItems(world, mapped, { items: fromHome(spellings) }));
		expect(row.recipients).toMatchObject({ ready: 10, duplicatesRemoved: spellings.length - 10, invalid: 0 });
		expect(phonesReached(world)).toEqual(e164);
	});

	inOneWorld('with one test phone', async (world) => {
		const testPhones = rounds(withCode).flat().join('\n');
		launched(await launchItems(world, { testPhones }, { items: contacts(3), mode: 'manual' }));
		expect(phonesReached(world)).toEqual(e164);
	});

	inOneWorld('who had the message already, in another execution', async (world) => {
		launched(await launchItems(world, { promotionName: 'Earlier' }, { items: items(e164) }));
		const again = async (parameters: INodeParameters, list: INodeExecutionData[]) => {
			const { error } = await launchItems(world, parameters, { items: list });
			expect(error?.message).toContain('to 10 of these 10 contacts, last on ');
		};
		for (const phones of rounds(withCode)) await again({}, items(phones));
		for (const phones of rounds(atHome)) await again(mapped, fromHome(phones));
		expect(phonesReached(world)).toEqual(e164);
	});

	inOneWorld('whose rows a report gives for any of them, with the same digits', async (world) => {
		const inReport = people.map((person) => [...withCode(person), `${person.code}${person.own}`]);
		const extraRows = [...inReport.flat(), bystander].map((text) => ({ Phone: text }));
		const { promotionId } = world.simulator.addPromotion({ phase: 'completed', report: { rows: 0, extraRows } });
		for (const [index, spellings] of inReport.entries()) {
			const filters = { phone: spellings[index % spellings.length] ?? '' };
			const given = { promotionId: byId(promotionId), returnAll: true, filters };
			const { json } = await world.run('report.getAll', given);
			const digits = e164[index]?.slice(1);
			expect(json.map((row) => [row.phone, row.phoneDigits])).toEqual(spellings.map((text) => [text, digits]));
		}
	});
});
