/**
 * Do Not Contact, with lists as the tools of our users write them: whoever is on the list gets nothing, and everybody else gets the message.
 * What counts is the file that the service received, not what we say about it.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fromItems, launched, launchItems, quickLaunches } from '../launch/support';
import { setups, type Setup } from '../support/setup';
import { countryShapes } from './optOuts/countries';
import { CONTACTS, emptyLists, harmlessLists, type HarmlessList } from './optOuts/harmless';
import { messagingShapes } from './optOuts/messaging';
import { STRANGERS, withOther } from './optOuts/people';
import { recordShapes } from './optOuts/records';
import { refusedLists, type RefusedList } from './optOuts/refused';
import type { Shape } from './optOuts/shape';
import { textShapes } from './optOuts/texts';

const { withService } = setups();
quickLaunches();

/** An expression that gives this, as n8n passes on the items of another node. Two braces in a row would end it. */
const giving = (value: unknown): string => {
	const json = JSON.stringify(value, null, 1);
	return `={{ ${json.replace(/\{(?=\{)/g, '\\u007b').replace(/\}(?=\})/g, '\\u007d')} }}`;
};

const asItems = (phones: string[]): INodeExecutionData[] =>
	phones.map((phone, index) => ({ json: { name: `Contact ${index}`, phone } }));

const form = (doNotContact: unknown, country = ''): INodeParameters => ({
	...{ ...fromItems, sendMode: 'always', phoneField: 'phone', country },
	options: { doNotContact: typeof doNotContact === 'string' ? doNotContact : giving(doNotContact) },
});

/** The numbers in the file of the one launch that the service accepted, without the + that a credential may leave out. */
function arrived({ simulator }: Setup): string[] {
	const [launch, ...others] = simulator.launches();
	expect(others).toEqual([]);
	const contents = launch?.file?.contents;
	const at = contents?.columns.indexOf('phone') ?? -1;
	const phones = (contents?.firstRows ?? []).map((row) => `+${String(row[at]).replace(/^\+/, '')}`);
	expect(phones).toHaveLength(contents?.rows ?? -1);
	return phones;
}

/** Contacts who differ from those on the list in one digit, so that a number that only looks alike is noticed. */
const lookalikes = (listed: string[]) => listed.flatMap((phone) => [withOther(phone, 1), withOther(phone, 5)]);

describe.each<[string, Shape[]]>([
	['what messaging tools hand on', messagingShapes],
	['records of CRMs, shops and forms', recordShapes],
	['texts', textShapes],
	['every way to write a number', countryShapes],
])('who is listed gets nothing, and all others do: %s', (_, shapes) => {
	withService.each(shapes)('$shape', async (setup, { optOuts, listed, written = listed, country }) => {
		const others = [...lookalikes(listed), ...STRANGERS];
		const items = asItems([...written, ...others]);
		const { recipients } = launched(await launchItems(setup, form(optOuts, country), { items }));
		expect(arrived(setup)).toEqual(others);
		expect(recipients).toMatchObject({
			rows: items.length,
			ready: others.length,
			handedOver: others.length,
			doNotContact: listed.length,
			invalid: 0,
			leftOut: 0,
		});
	});
});

describe('a list that names none of the contacts leaves nobody out and asks nothing', () => {
	const sent = async (setup: Setup, { optOuts }: HarmlessList) => {
		const result = await launchItems(setup, form(optOuts), { items: asItems(CONTACTS) });
		const { recipients, warnings } = launched(result);
		expect(arrived(setup)).toEqual(CONTACTS);
		expect(recipients).toMatchObject({ ready: CONTACTS.length, handedOver: CONTACTS.length, doNotContact: 0 });
		return { result, warnings: warnings as unknown[] };
	};

	withService.each(harmlessLists)('$list', async (setup, list) => {
		const { result } = await sent(setup, list);
		// It may be meant so: in a live run nobody is there who could answer.
		expect(result.hints.filter(({ type }) => type === 'warning')).toEqual([]);
	});

	withService.each(emptyLists)('empty, with a warning: $list', async (setup, list) => {
		const { warnings } = await sent(setup, list);
		expect(JSON.stringify(warnings)).toContain("'Do Not Contact'");
	});

	withService('where a person is looking, it is asked whether the list holds the phone numbers', async (setup) => {
		const parameters = { ...form(['+4917099887766']), sendMode: 'dryRun' };
		const result = await launchItems(setup, parameters, { items: asItems(CONTACTS), mode: 'manual' });
		expect(launched(result)).toMatchObject({
			launched: false,
			recipients: { ready: CONTACTS.length, doNotContact: 0 },
		});
		const warnings = result.hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
		expect(warnings.join()).toContain("'Do Not Contact'");
		expect(setup.requests('launch')).toBe(0);
	});
});

describe('nothing is sent where the opt-outs cannot be known', () => {
	const refusal = (error?: { message: string; description?: unknown }) =>
		`${String(error?.message)} ${String(error?.description)}`;
	const value = ({ typed, optOuts }: RefusedList) => typed ?? optOuts;

	withService.each(refusedLists)('$list', async (setup, list) => {
		const { error } = await launchItems(setup, form(value(list)), { items: asItems(CONTACTS) });
		expect(refusal(error)).toMatch(list.says);
		expect(refusal(error)).toContain("'Do Not Contact'");
		expect(setup.requests('launch')).toBe(0);
	});
});

test('the lists are as many as they are said to be, and no two are the same', () => {
	const shapes = [...messagingShapes, ...recordShapes, ...textShapes, ...countryShapes];
	expect(new Set(shapes.map(({ shape }) => shape)).size).toBe(shapes.length);
	expect(shapes.length).toBeGreaterThan(200);
	expect(harmlessLists.length + emptyLists.length).toBeGreaterThan(30);
});
