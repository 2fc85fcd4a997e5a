/** Advice that works when it is followed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setups, type Setup } from '../support/setup';
import { launchFile, launchItems, quickLaunches } from './support';

const { withService } = setups();
quickLaunches();

const [FIRST, SECOND] = ['+491701234567', '+491701234568'];
const items = (...rows: IDataObject[]) => rows.map((json) => ({ json }));
/** These have no names. */
const launchRows: typeof launchItems = async (setup, parameters, circumstances) =>
	await launchItems(setup, { nameField: '', ...parameters }, circumstances);
const nothingSent = (setup: Setup) => expect(setup.requests('launch')).toBe(0);

describe('advice', () => {
	withService('names only binary fields that the node can read', async (setup) => {
		const file = { mimeType: 'text/csv', fileName: 'x.csv', data: 'cGhvbmUK' };
		const { error } = await launchFile(setup, { binaryPropertyName: 'file' }, { items: items({ file }) });
		expect(error?.message).toBe("No file found in 'file'");
		expect(error?.description).not.toContain('The files are in');
	});
});

withService('only those who would have got it are counted as not reached', async (setup) => {
	const rows = items({ phone: FIRST }, { phone: FIRST }, { phone: SECOND }, { phone: 'unknown' });
	const leaveOut = { checkContacts: 'leaveOut' };
	const says = async (parameters: INodeParameters) =>
		(await launchRows(setup, parameters, { items: rows })).error?.message;
	expect(await says({ options: { ...leaveOut, maximumRecipients: 1 } })).toMatch(
		/^Not sent to 2 contacts: There are 2 /,
	);
	// Where something is wrong with them, or no one was counted, these are all contacts.
	expect(await says({ templateName: '={{ "" }}', promotionName: '={{ "" }}' })).toMatch(/^Not sent to 4 contacts: /);
	expect(await says({ options: { ...leaveOut, doNotContact: `${FIRST}, ${SECOND}` } })).toMatch(
		/^No one is left to send to/,
	);
	nothingSent(setup);
});

withService('what contacts hold is shown as it is, though the editor reads HTML', async (setup) => {
	const rows = items({ phone: FIRST }, { phone: '<b>1</b> & 2' });
	const { hints, json } = await launchRows(setup, { sendMode: 'dryRun' }, { items: rows });
	expect(hints.map(({ message }) => message).join()).toContain('&lt;b>1');
	expect(JSON.stringify(json[0])).toContain('<b>1');
	const none = items({ phone: '<b>1</b> & 2' });
	const { error } = await launchRows(setup, {}, { items: none });
	expect(error?.description).toContain('&lt;b>1');
	const failed = await launchRows(setup, {}, { items: none, onError: 'continueRegularOutput' });
	expect(failed.json[0]?.advice).toContain('<b>1');
	nothingSent(setup);
});

describe('a run that stops', () => {
	const rows = items(
		...[{ phone: FIRST }, { phone: FIRST }, { phone: 'ask 12' }, { phone: '4.9E+11' }],
		...[{ phone: 'ask 34' }, { phone: '' }, { phone: SECOND }],
	);

	withService(
		'because many of its numbers look wrong tells first what each kind of them is, then what else to do',
		async (setup) => {
			const { error } = await launchRows(setup, {}, { items: rows });
			const lines = error?.description?.split('<br>') ?? [];
			for (const [at, kind] of [/^• Item 3: "ask …"/, /^• Item 4: .*spreadsheet/, /^• Item 6: .*no phone/].entries())
				expect(lines[at]).toMatch(kind);
			expect(lines[3]).toContain("into 'Phone Field'");
			nothingSent(setup);
		},
	);

	withService('because of a limit says what stops it, and nothing of whom it would have left out', async (setup) => {
		const options = { checkContacts: 'leaveOut', maximumRecipients: 1 };
		const { error } = await launchRows(setup, { options }, { items: rows });
		expect(error?.message).toContain("more than 'Maximum Recipients' (1)");
		expect(error?.description).toBe("To send to all of them, raise 'Maximum Recipients' in 'Options'.");
		nothingSent(setup);
	});
});
