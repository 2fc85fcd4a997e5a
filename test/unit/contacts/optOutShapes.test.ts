/** Do Not Contact, with lists as the tools of our users write them: whoever is on the list gets nothing, and everybody else gets the message. */
import { isObject } from '../../../nodes/service/values';
import { CONTACTS, emptyLists, harmlessLists } from './optOuts/harmless';
import { messagingShapes } from './optOuts/messaging';
import { countryShapes, STRANGERS, withOther, type Shapes } from './optOuts/people';
import { recordShapes } from './optOuts/records';
import { textShapes } from './optOuts/texts';
import { checkRows, codes, phonesOf } from './support';

/** Plain objects as n8n hands them on. */
const asItems = (list: unknown) =>
	Array.isArray(list)
		? list.map((entry: unknown) =>
				isObject(entry) && !('json' in entry) ? { json: entry, pairedItem: { item: 0 } } : entry,
			)
		: list;

const check = async (phones: string[], optOuts: unknown) =>
	await checkRows(
		phones.map((phone) => ({ phone })),
		{ doNotContact: asItems(optOuts) },
	);

/** Contacts who differ from those on the list in one digit, so that a number that only looks alike is noticed. */
const lookalikes = (listed: string[]) => listed.flatMap((phone) => [withOther(phone, 1), withOther(phone, 5)]);

describe.each<[string, Shapes]>([
	['what messaging tools hand on', messagingShapes],
	['records of CRMs, shops and forms', recordShapes],
	['texts', textShapes],
	['every way to write a number', countryShapes],
])('who is listed gets nothing, and all others do: %s', (_, shapes) => {
	test.each(Object.entries(shapes))('%s', async (_shape, [optOuts, ...listed]) => {
		const others = [...lookalikes(listed), ...STRANGERS];
		const result = await check([...listed, ...others], optOuts);
		expect([result.refusals, phonesOf(result)]).toEqual([[], others]);
		expect(result.recipients).toMatchObject({ ready: others.length, doNotContact: listed.length, invalid: 0 });
	});
});

test.each(Object.entries({ ...harmlessLists, ...emptyLists }))('nobody is left out by %s', async (_, optOuts) => {
	const result = await check(CONTACTS, optOuts);
	expect([codes(result.refusals), phonesOf(result)]).toEqual([[], CONTACTS]);
	expect(result.doNotContact?.leftOut).toBe(0);
});
