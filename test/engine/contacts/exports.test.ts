/**
 * The exports of the tools that our users have: naming the field with the phone, and the one with the name, is all it takes, and what the
 * service then receives is right. Without it the launch is refused, and lists the fields to choose from.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { filledForm, launched, quickLaunches } from '../launch/support';
import { setups, type Setup } from '../support/setup';
import { exportedFiles } from './exports/files';
import { exportedItems } from './exports/items';
import type { ToolExport } from './exports/toolExport';

const { withService } = setups();
quickLaunches();

const exports = [
	...exportedFiles.map((one) => ({ ...one, what: `a CSV file: ${one.tool}` })),
	...exportedItems.map((one) => ({ ...one, what: `items: ${one.tool}` })),
];

const inputOf = async ({ engine }: Setup, { file, items = [] }: ToolExport): Promise<INodeExecutionData[]> =>
	file === undefined ? items.map((json) => ({ json })) : [await engine.fileItem(file)];

/** A card that greets by name. */
const cards = { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] };

async function run(setup: Setup, given: ToolExport, parameters: INodeParameters) {
	const { file, country = '', encoding, moreFields } = given;
	const form = {
		...{ ...filledForm, cards, recipients: file === undefined ? 'inputItems' : 'csvFile', country },
		options: { ...(encoding === undefined ? {} : { encoding }), ...(moreFields === undefined ? {} : { moreFields }) },
	};
	const items = await inputOf(setup, given);
	return await setup.run('promotion.launch', { ...form, ...parameters }, { items, mode: 'manual' });
}

/** Whom the one launch reached, and by which name it greets them, as the service read the file. */
function arrived({ simulator }: Setup): unknown {
	const [launch, ...others] = simulator.launches();
	expect(others).toEqual([]);
	const contents = launch?.file?.contents;
	expect(contents).toMatchObject({ encoding: 'utf-8', delimiter: ',' });
	const { columns = [], firstRows = [] } = contents ?? {};
	expect([...columns].sort()).toEqual(['name', 'phone']);
	const [name, phone] = ['name', 'phone'].map((column) => columns.indexOf(column)) as [number, number];
	return firstRows.map((row) => [row[name], `+${row[phone]?.replace(/^\+/, '')}`]);
}

const chosen = ({ phoneField, nameField }: ToolExport): INodeParameters => ({ phoneField, nameField });

const counts = ({ sends, leftOut = 0 }: ToolExport) => ({
	...{ rows: sends.length + leftOut, ready: sends.length, leftOut },
	...{ duplicatesRemoved: 0, invalid: 0, doNotContact: 0 },
});

withService.each(exports)('two names make a right dry run, and the right file: $what', async (setup, given) => {
	const dryRun = await run(setup, given, { ...chosen(given), sendMode: 'dryRun' });
	expect(launched(dryRun)).toMatchObject({ launched: false, recipients: { ...counts(given), handedOver: 0 } });
	expect(setup.requests('launch')).toBe(0);
	const live = await run(setup, given, { ...chosen(given), sendMode: 'always' });
	const { recipients, fieldsUsed } = launched(live);
	expect(arrived(setup)).toEqual(given.sends);
	expect(recipients).toEqual({ ...counts(given), handedOver: given.sends.length });
	const said = JSON.stringify([fieldsUsed, live.hints.map(({ message }) => message)]);
	for (const field of [given.phoneField, given.nameField])
		expect(said.toLowerCase()).toContain(inJson(field.trim().toLowerCase()));
});

/** As a text stands in JSON, without the quotation marks around it. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

describe('the launch is refused, and lists the fields there are, without', () => {
	const refusal = async (setup: Setup, given: ToolExport, parameters: INodeParameters) => {
		const { error } = await run(setup, given, { sendMode: 'always', ...parameters });
		expect(setup.requests('launch')).toBe(0);
		return `${error?.message} ${String(error?.description)}`;
	};

	withService.each(exports)('a Phone Field that they have: $what', async (setup, given) => {
		const text = await refusal(setup, given, { ...chosen(given), phoneField: 'no such field' });
		expect(text).toContain('"no such field"');
		expect(text).toContain("'Phone Field'");
		for (const field of given.offers ?? [given.phoneField])
			expect(text.toLowerCase()).toContain(field.trim().toLowerCase());
	});

	withService.each(exports)('a Name Field that the message needs: $what', async (setup, given) => {
		for (const nameField of ['', 'no such field']) {
			const text = await refusal(setup, given, { ...chosen(given), nameField });
			expect(text).toContain("'Name Field'");
			expect(text.toLowerCase()).toContain(given.nameField.trim().toLowerCase());
		}
	});
});

test('there is no tool of the twenty commonest that is missing', () => {
	const tools =
		'HubSpot, Salesforce, Pipedrive, Zoho, Mailchimp, Brevo, ActiveCampaign, Klaviyo, Shopify, WooCommerce, Stripe, Google Sheets, Airtable, Google Contacts, Outlook, Typeform, Google Forms, Tally, Meta lead ads, Excel in German';
	for (const tool of tools.split(', ')) expect(exports.some(({ what }) => what.includes(tool))).toBe(true);
});
