/** What the last page of the form recipe says, and what its data table keeps, of each way in which a launch can end. */
import { runInNewContext } from 'node:vm';
import { readRecipe } from './repository';

const { nodes } = readRecipe('form-approve-launch.json');

/** The value of an expression; `$` gives the output of other nodes. */
function valueOf(node: string, read: (parameters: never) => string, $json: object, $?: unknown): unknown {
	const { parameters } = nodes.find(({ name }) => name === node)!;
	const [, code = ''] = /^=\{\{([^]*)\}\}$/.exec(read(parameters as never)) ?? [];
	return runInNewContext(`(${code})`, { $json, $ }) as unknown;
}

const shown = (answer: object) => {
	type Condition = { conditions: { conditions: [{ leftValue: string }] } };
	type Page = { completionTitle: string; completionMessage: string };
	type Row = { columns: { value: { result: string } } };
	const isSent = valueOf('Was it sent?', ({ conditions }: Condition) => conditions.conditions[0].leftValue, answer);
	const result = valueOf('Write down the result', ({ columns }: Row) => columns.value.result, answer);
	if (isSent === true) return { result, page: 'Sent' };
	const title = valueOf('Not sent, or not known', ({ completionTitle }: Page) => completionTitle, answer);
	const text = valueOf('Not sent, or not known', ({ completionMessage }: Page) => completionMessage, answer);
	return { result, page: `${String(title)}: ${String(text)}` };
};

const LOOSEN = "Turn off 'Refuse Repeats' in 'Options' for this run.";
const SENT = 'sent';
const UNSENT = ['not sent', /^Not sent: <b>Nothing was sent\.<\/b> /] as const;
const UNKNOWN = [
	'not known',
	/^Do not send it again: <b>It is not known whether it was sent\.<\/b> Do not send/,
] as const;

it.each(['launched', 'reconciled', 'alreadyLaunched'])('%s is sent', (outcome) => {
	expect(shown({ outcome })).toEqual({ result: SENT, page: 'Sent' });
});

it.each([
	['a test without test phones', { outcome: 'dryRun', launched: false }, UNSENT],
	['a stop', { error: 'The file is empty', advice: `Nothing was sent. ${LOOSEN}` }, UNSENT],
	[
		'a refusal of the service',
		{ error: 'It was not launched', advice: 'Nothing was sent to anyone. Check the names.' },
		UNSENT,
	],
	[
		'no answer',
		{ error: 'It is not known whether "A" was launched: ECONNRESET', advice: 'It was sent once.' },
		UNKNOWN,
	],
	['an outcome of a later version', { outcome: 'somethingNew' }, UNKNOWN],
	['nothing at all', {}, UNKNOWN],
] as const)('%s is called neither more nor less than what is known', (_case, answer, [result, page]) => {
	const said = shown(answer);
	expect(said).toEqual({ result, page: expect.stringMatching(page) });
	expect(said.page).toMatch(/the person who manages this form|there is nothing to do/);
	expect(said.page).not.toContain('Options');
});

describe('the page of the decision', () => {
	type Page = { options: { formTitle: string; formDescription: string } };
	const $json = {
		promotionName: 'Spring',
		template: { name: 'spring', language: 'en', components: [] },
		...{ recipients: { ready: 40, rows: 40 }, lines: [], preview: [], warnings: [] },
	};
	const shown = (rows: object[], checked: object = {}) => {
		const all = () => rows.map((json) => ({ json }));
		const $ = (name: string) => (name === 'Approved today' ? { all } : { first: () => ({ json: checked }) });
		const read = (text: keyof Page['options']) => valueOf('Approve', ({ options }: Page) => options[text], $json, $);
		return [read('formTitle'), read('formDescription')];
	};
	const earlier = { template: 'spring', promotionName: 'Spring', people: 40, approvedBy: 'Ute', result: 'sent' };

	it('asks to send what was not sent yet', () => {
		const [title, text] = shown([
			{ ...earlier, template: 'winter' },
			{ ...earlier, result: 'not sent' },
		]);
		expect(title).toBe('Send “Spring” to 40 people?');
		expect(text).toMatch(/^Nothing has been sent yet\..*approved by Ute: not sent/s);
	});

	it.each([{ result: 'sent' }, { result: null }])('does not ask to send what may be refused as a repeat: %j', (row) => {
		const [title, text] = shown([{ ...earlier, ...row }]);
		expect(title).toBe('Did they get this already? “Spring” to 40 people');
		expect(text).toMatch(/^<b>This template was used in the last 20 hours\./);
	});
});
