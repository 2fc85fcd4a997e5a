/** The recipes that send figures, and the people a campaign did not reach. */
import { eachTimeAnew } from '../support/recipe';

/** As Fetch Test Event does. */
const SAMPLE = { trigger: 'RCS Promotion Trigger' };

describe('Email the final figures of an RCS campaign', () => {
	const recipe = eachTimeAnew('final-figures-by-email.json');

	it('sends a table with the figures, and the name in the subject', async () => {
		const run = recipe();
		const [mail] = run.items(await run.execute(SAMPLE), 'Send the figures');
		expect(mail?.subject).toMatch(/^(Final figures|Sample: final figures): \S/);
		expect(mail?.html).toMatch(/^<table[^]*Delivered[^]*<\/table>$/);
	});
});

describe('Send an SMS to failed RCS recipients and list them in Google Sheets', () => {
	const recipe = eachTimeAnew('failed-recipients-to-sheet-and-sms.json');

	it('of a sample writes one row, and sends one text message to oneself', async () => {
		const run = recipe();
		const execution = await run.execute(SAMPLE);
		expect(run.items(execution, 'Add to the sheet')).toHaveLength(1);
		expect(run.items(execution, 'Send an SMS').map(({ to }) => to)).toEqual(['+15550100001']);
	});
});

describe('Post a weekly digest of RCS campaigns to Slack', () => {
	const recipe = eachTimeAnew('weekly-digest.json');

	it('tells of all campaigns of the week in one message', async () => {
		const run = recipe();
		const more = Array.from({ length: 30 }, (_, index) => ({ name: `Hello <!channel> ${index}`, recipients: 100 }));
		run.service.addPromotions(more);
		const execution = await run.execute({ trigger: 'Mondays at eight' });
		const campaigns = run.items(execution, 'Figures of the week').map(({ name }) => String(name));
		expect(campaigns).toHaveLength(35);
		const [message, ...others] = run.texts(execution, 'Send the digest');
		expect(others).toEqual([]);
		// A summary writes other signs for these two, which a chat would take for its own.
		for (const name of campaigns) expect(message).toContain(name.replaceAll('<', '‹').replaceAll('>', '›'));
	});
});
