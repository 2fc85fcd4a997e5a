import { runAbTest } from './abTest';
import { answerIn, askInChat, press, questionIn } from './chat';
import { approvals, APPROVED_BY, approveByForm, pageAt, uploadByForm } from './formPages';
import { failuresByName } from './failures';
import { afterEachWeek, missedAlerts } from './lookingBack';
import type { RecipeRun } from './recipeRun';
import { runStagedLaunch } from './stagedLaunch';
import {
	nobodyInBerlin,
	quietWeek,
	repeatsByForm,
	reportMissing,
	unansweredByForm,
	unusableFiles,
	wrongNumbers,
} from './unhappyRuns';

export interface Recipe {
	/** A file of examples/. */
	file: string;
	/** Whether it works with counters and rates. It is run for both ways in which a service may count. */
	readsFigures?: true;
	/** Runs it to its end, throws if anything is not as it should be, and says in some words what came of it. */
	run(run: RecipeRun): Promise<string>;
}

const TRIGGER = 'RCS Promotion Trigger';

export const recipes: Recipe[] = [
	{
		file: 'launch-and-report.json',
		async run(run) {
			const execution = await run.execute();
			run.expect('test phones reached', rowsOf(run), [6]);
			const people = run.items(execution, 'Report');
			run.expect('people reported', people.length, 6);
			await failuresByName(run);
			return 'sent to 6 test phones; a wrong template, a text too few, failed messages and a slow list are told';
		},
	},
	{
		file: 'crm-rows-check-launch.json',
		async run(run) {
			const execution = await run.execute();
			const [checked] = run.items(execution, 'Check contacts');
			run.expect('would launch', checked?.wouldLaunch, true);
			const [launched] = run.items(execution, 'Launch');
			run.expectMatch('recipients', JSON.stringify(launched?.recipients), /"ready":6/);
			run.expect('test phones reached', rowsOf(run), [6]);
			await wrongNumbers(run);
			return 'checked, 6 ready, sent to the test phones; with wrong numbers, 3 to correct and nothing sent';
		},
	},
	{
		file: 'form-approve-launch.json',
		async run(run) {
			// What comes from a file is shown, and is no part of the page.
			const contacts = Array.from({ length: 40 }, (_, index) => `<img src=${index}>,+1555010${1000 + index}`);
			const csv = ['name,phone', ...contacts].join('\n');
			return await run.published(async () => {
				const refused = await uploadByForm(run, { name: 'No phones', csv: 'name,<b>\nAnna,1\n' });
				run.expectMatch(
					'the page for a file without phones',
					await pageAt(run, refused),
					/Nothing was sent.*&lt;b&gt;/s,
				);
				const page = await uploadByForm(run, { name: 'By <i>form</i>', csv });
				run.expect('launches before the approval', run.launches().length, 0);
				const shown = await pageAt(run, page);
				run.expectMatch('the page to decide on', shown, /40 people.*spring_greetings, en.*&lt;img src=0&gt;.*Send it/s);
				run.expectMatch(
					'the first message',
					shown,
					/spring\.png.*Card 1<\/b><br \/>Text 1: &lt;img src=0&gt;.*Text 2: 20%/s,
				);
				run.expect('approvals before the approval', (await approvals(run)).length, 0);
				run.expectMatch('the last page', await approveByForm(run, page), /40 people get “By &lt;i&gt;form/);
				run.expect('contacts sent', rowsOf(run), [40]);
				const [approval] = await approvals(run);
				run.expect('the row', [approval?.approvedBy, approval?.people, approval?.result], [APPROVED_BY, 40, 'sent']);
				await repeatsByForm(run, csv);
				await unansweredByForm(run);
				await unusableFiles(run);
				run.expect('contacts sent in the end', rowsOf(run), [40]);
				return 'wrong files are explained line by line; approved in the form and written down, sent to 40';
			});
		},
	},
	{
		file: 'weekly-segment-without-opt-outs.json',
		readsFigures: true,
		async run(run) {
			const execution = await run.execute({ trigger: 'Tuesdays at ten' });
			const [launched] = run.items(execution, 'Launch');
			run.expectMatch('recipients', JSON.stringify(launched?.recipients), /"ready":5,.*"doNotContact":1/);
			run.expect('test phones reached', rowsOf(run), [2]);
			await nobodyInBerlin(run);
			await afterEachWeek(run);
			return '5 of 6 in Berlin are ready, 1 has opted out; an empty segment and a bad week are told';
		},
	},
	{ file: 'staged-launch.json', readsFigures: true, run: runStagedLaunch },
	{ file: 'ab-test.json', readsFigures: true, run: runAbTest },
	{
		file: 'frequency-cap.json',
		async run(run) {
			const recipients = async (one: RecipeRun) => {
				const [launched] = one.items(await one.execute(), 'Launch');
				return JSON.stringify(launched?.recipients);
			};
			run.expectMatch('recipients', await recipients(run), /"rows":8,"ready":6,.*"doNotContact":2/);
			run.expect('test phones reached', rowsOf(run), [2]);
			run.expectMatch('recipients after a quiet week', await recipients(await quietWeek(run)), /"rows":8,"ready":8,/);
			await reportMissing(run);
			return '6 of 8 are ready, 2 got a campaign; a report that cannot be read stops it';
		},
	},
	{
		file: 'completed-to-slack.json',
		readsFigures: true,
		async run(run) {
			const { promotionId } = run.service.addPromotion({
				name: 'Recipe to be completed',
				phase: 'running',
				recipients: 200,
			});
			const execution = await run.onceHappened(() => void run.service.update(promotionId, { phase: 'completed' }));
			// Campaigns of the recipes before may have completed as well.
			const messages = run.items(execution, 'Tell the team').map(({ text }) => String(text));
			run.expectMatch(
				'the messages',
				messages.join('\n\n'),
				/^Recipe to be completed .*Completed[^]*█+.* Delivered: /m,
			);
			const recorded = run.items(execution, 'Record the alert');
			run.expect(
				'the row in the table of alerts',
				recorded.some((row) => row.promotionId === promotionId),
				true,
			);
			return 'told in Slack with bars, and recorded';
		},
	},
	{
		file: 'missed-alerts.json',
		async run(run) {
			await missedAlerts(run);
			return 'a campaign that was not posted is named; so is that none was missed';
		},
	},
	{
		file: 'final-figures-by-email.json',
		readsFigures: true,
		async run(run) {
			const execution = await run.execute({ trigger: TRIGGER });
			const [mail] = run.items(execution, 'Send the figures');
			run.expectMatch('the subject', mail?.subject, /^(Final figures|Sample: final figures): \S/);
			run.expectMatch('the mail', mail?.html, /^<table[^]*Delivered[^]*<\/table>$/);
			return 'one email';
		},
	},
	{
		file: 'failed-recipients-to-sheet-and-sms.json',
		async run(run) {
			const execution = await run.execute({ trigger: TRIGGER });
			// A sample: one row, and only the user gets a text message.
			const rows = run.items(execution, 'Add to the sheet');
			const messages = run.items(execution, 'Send an SMS');
			run.expect('rows', rows.length, 1);
			run.expect('text messages', messages.map(({ to }) => to).join(), '+15550100001');
			return 'one row, and one text message to oneself';
		},
	},
	{
		file: 'weekly-digest.json',
		readsFigures: true,
		async run(run) {
			const execution = await run.execute({ trigger: 'Mondays at eight' });
			const campaigns = run.items(execution, 'Figures of the week');
			const [message, ...others] = run.items(execution, 'Send the digest');
			run.expect('messages', others.length, 0);
			// A summary writes other signs for these two, which a chat would take for its own.
			const told = campaigns.map(({ name }) => String(name).replaceAll('<', '‹').replaceAll('>', '›'));
			for (const name of told) run.expect(`the digest tells of ${name}`, String(message?.text).includes(name), true);
			return `${campaigns.length} campaigns in one message`;
		},
	},
	{
		file: 'failure-alert-and-stop.json',
		readsFigures: true,
		async run(run) {
			const fine = { attempted: 200, sent: 198, failed: 2 };
			const { promotionId: early } = run.service.addPromotion({
				name: 'Still being prepared',
				phase: 'preparation',
				counters: fine,
			});
			const { promotionId: late } = run.service.addPromotion({
				name: 'Already under way <!channel>',
				phase: 'running',
				counters: fine,
			});
			const execution = await run.onceHappened(() => {
				for (const id of [early, late]) {
					run.service.update(id, { counters: { attempted: 500, sent: 400, failed: 100 } });
				}
			});
			const told = run.items(execution, 'Tell someone').map(({ text }) => text);
			run.expect('people told', told.length, 2);
			run.expectMatch('the alert', told.join('\n'), /Already under way &lt;!channel&gt;: 20% failed \(100 of 500\)/);
			run.expect(
				'stopped',
				run.patches().map(({ promotionId }) => promotionId),
				[early],
			);
			const texts = (node: string) =>
				run
					.items(execution, node)
					.map(({ text }) => text)
					.join('\n');
			run.expectMatch('told of the stop', texts('It was stopped'), /^Still being prepared was stopped\.$/);
			const goesOn =
				/Already under way &lt;!channel&gt; may go on, because it is not confirmed that it was stopped: \S/;
			run.expectMatch('told that it may go on', texts('It goes on'), goesOn);
			return '2 told, 1 stopped, 1 may go on';
		},
	},
	{
		file: 'agent-with-approval.json',
		async run(run) {
			const answered = await askInChat(run, "How did yesterday's campaign do?");
			run.expectMatch('the answer', answerIn(answered), /"deliveryRate":\d/);
			const waiting = await askInChat(run, 'Launch it to the list VIP customers');
			const question = questionIn(waiting) ?? { text: '', buttons: [] };
			const lines = question.text.split('\n').filter((line) => line !== '');
			run.expect('the question', lines.join(' | '), QUESTION);
			run.expect('launches before the yes', run.launches().length, 0);
			const said = await press(run, waiting, question, 'Yes, launch');
			run.expectMatch('the answer to the yes', said, /"outcome":"launched"/);
			const lists = run.launches().map(({ targetListName }) => targetListName);
			run.expect('launches after the yes', lists, ['VIP customers']);
			return 'answered, launched after a yes';
		},
	},
];

/** Each fact on a line of its own, in quotation marks that no name can close. */
const QUESTION = [
	'Launch this promotion now?',
	'To everyone in the list: "VIP customers"',
	'Promotion name: "Once more"',
	'Template: "spring_greetings"',
].join(' | ');

/** Each recipe, and once more those that read figures, for a service that counts each message once. */
export const recipeRuns = [
	...recipes.map((recipe) => ({ ...recipe, countersAre: 'cumulative' as const })),
	...recipes
		.filter(({ readsFigures }) => readsFigures)
		.map((recipe) => ({ ...recipe, countersAre: 'separate' as const })),
];

const rowsOf = (run: RecipeRun) => run.launches().map(({ file }) => file?.contents?.rows);
