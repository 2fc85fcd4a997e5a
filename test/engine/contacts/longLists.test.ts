/** Contacts are read some hundred at a time, which neither the output nor the messages may show. */
import type { INodeExecutionData } from 'n8n-workflow';
import { contacts, fromItems, launched, phone, phonesReached, quickLaunches } from '../launch/support';
import { setups } from '../support/setup';

const { withService } = setups();
quickLaunches();

const COUNT = 1_203;
const LAST = COUNT - 1;
const live = { sendMode: 'always', options: { maximumRecipients: COUNT } };

withService('each of 1,203 contacts gets the message', async ({ run, simulator, ...setup }) => {
	const result = await run('promotion.launch', { ...fromItems, ...live }, { items: contacts(COUNT) });
	expect(launched(result)).toMatchObject({
		recipients: { rows: COUNT, ready: COUNT, handedOver: COUNT, duplicatesRemoved: 0 },
	});
	const [launch] = simulator.launches();
	expect(launch?.file?.contents?.rows).toBe(COUNT);
	expect(phonesReached({ simulator, ...setup } as never).slice(0, 2)).toEqual([phone(0), phone(1)]);
});

/** From the 1,001st on, every second number is none. */
const faulty: INodeExecutionData[] = contacts(COUNT).map((item, index) =>
	index >= 1_000 && index % 2 === 0 ? { json: { ...item.json, phone: '12' } } : item,
);

withService('what is wrong far down in a list is named by its own item', async ({ run }) => {
	const found = await run(
		'contactList.findInvalid',
		{ recipients: 'inputItems', phoneField: 'phone', returnAll: true },
		{ items: faulty },
	);
	expect(found.json.map(({ item }) => item)).toEqual(Array.from({ length: 102 }, (_, index) => 1_001 + 2 * index));
	expect(found.items.at(-1)?.pairedItem).toEqual({ item: LAST });
});

withService('Limit counts over the whole list', async ({ run }) => {
	const items = contacts(COUNT).map(({ json }) => ({ json: { ...json, phone: '12' } }));
	const found = await run(
		'contactList.findInvalid',
		{ recipients: 'inputItems', phoneField: 'phone', returnAll: false, limit: 700 },
		{ items },
	);
	expect(found.json).toHaveLength(700);
});
