import { rowsOf } from '../support/dataTables';
import { contactsFile, expectClosedToStrangers, fillIn, pageAt, submit } from '../support/formPages';
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

const APPROVED_BY = 'Ute Example';
/** What comes from a file is shown, and is no part of the page. */
const FORTY = ['name,phone', ...Array.from({ length: 40 }, (_, at) => `<img src=${at}>,+1555010${1000 + at}`)].join(
	'\n',
);
const NAMES_OF_FIELDS = /'Country'|'Options'|Refuse Repeats|Check Contacts/;

interface Uploaded {
	name: string;
	csv: string | Buffer<ArrayBuffer>;
	/** As its first line names it. */
	phoneColumn?: string;
	country?: string;
}

describe('Approve an uploaded contact list and launch an RCS campaign', () => {
	const recipe = eachTimeAnew('form-approve-launch.json');
	let run: RecipeRun;
	beforeEach(async () => {
		run = recipe();
		await run.rest.activateWorkflow(run.workflow);
	});
	afterEach(async () => await run.rest.deactivateWorkflow(run.workflow.id));

	/** The address of the page that follows, and what it says. */
	async function uploaded({ name, csv, phoneColumn = 'Phone', country = 'All numbers begin with + or 00' }: Uploaded) {
		const address = await fillIn(run, [name, contactsFile(csv), phoneColumn, 'Name', country]);
		return { address, page: await pageAt(run, address) };
	}
	/** Says yes on the page of the decision, and reads the last page. */
	async function approved({ address, page }: { address: string; page: string }) {
		expect(page).toMatch(/Send it/);
		await submit(address, [APPROVED_BY, 'Send it']);
		return await pageAt(run, address);
	}
	const approvals = async () => await rowsOf(run.rest, 'rcs_approvals');

	it('shows who would get what, sends it after an approval, and writes that down', async () => {
		const before = (await approvals()).length;
		const upload = await uploaded({ name: 'By <i>form</i>', csv: FORTY });
		await expectClosedToStrangers(run);
		expect(upload.page).toMatch(/to 40 people.*spring_greetings, en.*&lt;img src=0&gt;.*Send it/s);
		expect(upload.page).toMatch(/spring\.png.*Card 1<\/b><br \/>Text 1: &lt;img src=0&gt;.*Text 2: 20%/s);
		expect(run.launches()).toEqual([]);
		expect(await approvals()).toHaveLength(before);

		expect(await approved(upload)).toMatch(/By &lt;i&gt;form.* was handed over to the service for 40 people/);
		expect(run.sizes()).toEqual([40]);
		expect(await approvals()).toHaveLength(before + 1);
		expect((await approvals())[0]).toMatchObject({ approvedBy: APPROVED_BY, people: 40, result: 'sent' });
	});

	it('sends the same people nothing again, under the same name or under another', async () => {
		const sent = await approved(await uploaded({ name: 'Sent', csv: FORTY }));
		expect(sent).toMatch(/handed over to the service for 40 people/);
		const { page } = await uploaded({ name: 'Sent', csv: FORTY });
		expect(page).toMatch(/Nothing was sent.*campaign with this name/s);
		const renamed = await approved(await uploaded({ name: 'Sent, again', csv: FORTY }));
		expect(renamed).toMatch(/Nothing was sent.*short while ago/s);
		expect(run.sizes()).toEqual([40]);
	});

	it('says which columns a file has, where it lacks the one that was named', async () => {
		const { page } = await uploaded({ name: 'No phones', csv: 'name,<b>\nAnna,1\n' });
		expect(page).toMatch(/Nothing was sent.*no column .*Phone.*&lt;b&gt;.*Go back to the form/s);
	});

	it('asks for the country of a German file from Excel, then shows its people and who gets nothing', async () => {
		const german = ['Name;Handynummer', 'Jürgen Groß;0151 23456780', ';0151 23456781', 'Änne Müller;0151 23456780'];
		const file = { csv: Buffer.from(german.join('\r\n'), 'latin1'), phoneColumn: 'Handynummer' };
		const { page: refused } = await uploaded({ name: 'From Excel', ...file });
		expect(refused).toMatch(/Nothing was sent.*go back to the form, choose that country/s);
		expect(refused).not.toMatch(NAMES_OF_FIELDS);
		const { page } = await uploaded({ name: 'From Excel', ...file, country: 'Germany (DE)' });
		expect(page).toMatch(/to 2 people.*Jürgen Groß, \+4915123456780.*get nothing.*Line 4/s);
	});

	it('says line by line which numbers are wrong, in words of the form and not of n8n', async () => {
		const odd = ['+15550101000', '4.9151E+11', '+15550101001 / +15550101002', '015550101003', '+1555'];
		const csv = ['name,phone', ...odd.map((phone, index) => `Person ${index},${phone}`)].join('\n');
		const { page } = await uploaded({ name: 'Odd numbers', csv });
		expect(page).toMatch(/Nothing was sent.*4 of 5 phone numbers in .phone. look wrong/s);
		expect(page).toMatch(/Line 3 .*Line 4 .*Line 5 .*Line 6 .*Back to the form/s);
		expect(page).not.toMatch(NAMES_OF_FIELDS);
		expect(run.launches()).toEqual([]);
	});
});
