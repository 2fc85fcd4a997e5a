import { rowsOf } from '../support/dataTables';
import { APPROVED_BY, approveByForm, formAddress, pageAt, uploadByForm } from '../support/formPages';
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

const withPhones = (phones: string[], name: (index: number) => string) =>
	['name,phone', ...phones.map((phone, index) => `${name(index)},${phone}`)].join('\n');
/** What comes from a file is shown, and is no part of the page. */
const FORTY = withPhones(
	Array.from({ length: 40 }, (_, index) => `+1555010${1000 + index}`),
	(index) => `<img src=${index}>`,
);
const NAMES_OF_FIELDS = /'Country'|'Options'|Refuse Repeats|Check Contacts/;

describe('Approve an uploaded contact list and launch an RCS campaign', () => {
	const recipe = eachTimeAnew('form-approve-launch.json');
	let run: RecipeRun;
	beforeEach(async () => {
		run = recipe();
		await run.rest.activateWorkflow(run.workflow);
	});
	afterEach(async () => await run.rest.deactivateWorkflow(run.workflow.id));

	const pageFor = async (...[upload]: [Parameters<typeof uploadByForm>[1]]) =>
		await pageAt(run, await uploadByForm(run, upload));
	const approvals = async () => await rowsOf(run.rest, 'rcs_approvals');

	it('is closed to a stranger', async () => {
		await uploadByForm(run, { name: 'Open to us', csv: FORTY });
		expect([401, 403]).toContain((await fetch(formAddress(run))).status);
	});

	it('shows who would get what, sends it after an approval, and writes that down', async () => {
		const before = (await approvals()).length;
		const page = await uploadByForm(run, { name: 'By <i>form</i>', csv: FORTY });
		const shown = await pageAt(run, page);
		expect(shown).toMatch(/to 40 people.*spring_greetings, en.*&lt;img src=0&gt;.*Send it/s);
		expect(shown).toMatch(/spring\.png.*Card 1<\/b><br \/>Text 1: &lt;img src=0&gt;.*Text 2: 20%/s);
		expect(run.launches()).toEqual([]);
		expect(await approvals()).toHaveLength(before);

		expect(await approveByForm(run, page)).toMatch(/By &lt;i&gt;form.* was handed over to the service for 40 people/);
		expect(run.sizes()).toEqual([40]);
		expect(await approvals()).toHaveLength(before + 1);
		expect((await approvals())[0]).toMatchObject({ approvedBy: APPROVED_BY, people: 40, result: 'sent' });
	});

	it('sends the same people nothing again, under the same name or under another', async () => {
		const sent = await approveByForm(run, await uploadByFormAndRead('Sent', FORTY));
		expect(sent).toMatch(/handed over to the service for 40 people/);
		expect(await pageFor({ name: 'Sent', csv: FORTY })).toMatch(/Nothing was sent.*campaign with this name/s);
		const renamed = await approveByForm(run, await uploadByFormAndRead('Sent, again', FORTY));
		expect(renamed).toMatch(/Nothing was sent.*short while ago/s);
		expect(run.sizes()).toEqual([40]);
	});

	/** The address of the page to decide on. */
	async function uploadByFormAndRead(name: string, csv: string) {
		const page = await uploadByForm(run, { name, csv });
		expect(await pageAt(run, page)).toMatch(/Send it/);
		return page;
	}

	it('says which columns a file has, where it lacks the one that was named', async () => {
		const page = await pageFor({ name: 'No phones', csv: 'name,<b>\nAnna,1\n' });
		expect(page).toMatch(/Nothing was sent.*no column .*Phone.*&lt;b&gt;.*Go back to the form/s);
		expect(run.launches()).toEqual([]);
	});

	it('asks for the country of a German file from Excel, then shows its people and who gets nothing', async () => {
		const german = ['Name;Handynummer', 'Jürgen Groß;0151 23456780', ';0151 23456781', 'Änne Müller;0151 23456780'];
		const csv = Buffer.from(german.join('\r\n'), 'latin1');
		const phoneColumn = 'Handynummer';
		const refused = await pageFor({ name: 'From Excel', csv, phoneColumn });
		expect(refused).toMatch(/Nothing was sent.*go back to the form, choose that country/s);
		expect(refused).not.toMatch(NAMES_OF_FIELDS);
		const approve = await pageFor({ name: 'From Excel', csv, phoneColumn, country: 'Germany (DE)' });
		expect(approve).toMatch(/to 2 people.*Jürgen Groß, \+4915123456780.*get nothing.*Line 4/s);
		expect(run.launches()).toEqual([]);
	});

	it('says line by line which numbers are wrong, in words of the form and not of n8n', async () => {
		const odd = ['+15550101000', '4.9151E+11', '+15550101001 / +15550101002', '015550101003', '+1555'];
		const page = await pageFor({ name: 'Odd numbers', csv: withPhones(odd, (index) => `Person ${index}`) });
		expect(page).toMatch(/Nothing was sent.*4 of 5 phone numbers in .phone. look wrong/s);
		expect(page).toMatch(/Line 3 .*Line 4 .*Line 5 .*Line 6 .*Back to the form/s);
		expect(page).not.toMatch(NAMES_OF_FIELDS);
		expect(run.launches()).toEqual([]);
	});
});
