/** What n8n's template gallery asks of a workflow, and that no recipe reaches anybody when it is imported and run as it is. */
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import { allProperties } from '../../../nodes/RcsPromotion/operations';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import type { WorkflowNode } from '../../../tools/n8n/restClient';
import { fieldsOf, textsOf } from './form';
import { namesIn, readRecipe, recipeFiles, textOf, type Recipe } from './repository';

const recipes = recipeFiles.map((file) => ({ file, ...readRecipe(file) }));
const page = textOf('docs/recipes.md');
const textsOfForm = fieldsOf(allProperties())
	.flatMap(textsOf)
	.map(([, text]) => text);

const NOTE = 'n8n-nodes-base.stickyNote';
const OURS = 'n8n-nodes-rcs-promotion.';

/** These ask for an account, and do nothing without one. */
const WITH_ACCOUNT = [
	'@n8n/n8n-nodes-langchain.lmChatOpenAi',
	...['emailSend', 'googleSheets', 'hubspot', 'slack', 'twilio'].map((name) => `n8n-nodes-base.${name}`),
	...['rcsPromotion', 'rcsPromotionTool', 'rcsPromotionTrigger'].map((name) => `${OURS}${name}`),
];
/** These stay within n8n, or answer only the person who sits in front of it. */
const WITHIN_N8N = [
	...['agent', 'chat', 'chatTrigger', 'memoryBufferWindow', 'outputParserStructured'].map(
		(name) => `@n8n/n8n-nodes-langchain.${name}`,
	),
	...['dataTable', 'extractFromFile', 'filter', 'form', 'formTrigger', 'if', 'manualTrigger', 'merge'].map(
		(name) => `n8n-nodes-base.${name}`,
	),
	...['readWriteFile', 'removeDuplicates', 'scheduleTrigger', 'set', 'sort', 'stickyNote', 'stopAndError', 'wait'].map(
		(name) => `n8n-nodes-base.${name}`,
	),
];

const VERBS = ['Alert', 'Approve', 'Ask', 'Check', 'Email', 'Launch', 'Post', 'Send'];
/** Written with capitals within a sentence, too. */
const NAMES = ['AI', 'CRM', 'CSV', 'Google', 'RCS', 'SMS', 'Sheets', 'Slack'];

const isYellow = ({ parameters }: WorkflowNode) => (parameters.color ?? 1) === 1;
const isWhite = ({ parameters }: WorkflowNode) => parameters.color === 7;

it('opt-outs are whole items wherever they are shown, so that a field that is not there cannot make nobody of them', () => {
	const filtered = /\.all\(\)\s*\.(map|filter)\([^)]*phone/i;
	const docs = namesIn('docs').filter((name) => name.endsWith('.md'));
	const shown = [
		...recipeFiles.map((file) => JSON.stringify(readRecipe(file))),
		...docs.map((name) => textOf(`docs/${name}`)),
		...textsOfForm,
	];
	const optOuts = shown.flatMap((text) => [...text.matchAll(/"doNotContact":"([^"]+)"/g)].map(([, value]) => value));
	expect(optOuts).toHaveLength(7);
	const items = String.raw`\$\('[^']+'\)\.all\(\)`;
	const whole = new RegExp(String.raw`^=\{\{ ${items}(\.concat\(${items}\))? \}\}$`);
	expect(optOuts.filter((value = '') => !whole.test(value))).toEqual([]);
	expect(shown.filter((text) => filtered.test(text))).toEqual([]);
});

it('each recipe is run in a real n8n by a test', () => {
	const texts = namesIn('test/e2e/recipes').map((name) => textOf(`test/e2e/recipes/${name}`));
	const run = texts.flatMap((text) => [...text.matchAll(/eachTimeAnew\('([^']+)'/g)].map(([, file = '']) => file));
	expect(run.sort()).toEqual(recipeFiles.sort());
});

const N8N_OWN = ['Publish', 'Got it', 'Execute step', 'Execute workflow', 'Executions', 'Add first step', 'Actions'];

it('the tour names only what the demo and the forms have', () => {
	const named = [...textOf('docs/tour.md').matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, name = '']) => name);
	const nodes = recipes.flatMap((recipe) => recipe.nodes);
	const there = [
		...N8N_OWN,
		...recipes.map(({ name }) => name),
		...nodes.flatMap(({ name, parameters: { options } }) => [name, (options as Options)?.buttonLabel]),
		...[...textOf('demo/scene.ts').matchAll(/name: '([^']+)'/g)].map(([, name = '']) => name),
		...textsOfForm,
		new RcsPromotion().description.displayName,
	];
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((name) => !there.includes(name))).toEqual([]);
});

type Options = { buttonLabel?: string } | undefined;

describe.each(recipes)('$file', ({ file, name, nodes: all }) => {
	const notes = all.filter(({ type }) => type === NOTE);
	const nodes = all.filter(({ type }) => type !== NOTE);

	describe('fits the gallery', () => {
		it('by a title that begins with a verb, in sentence case', () => {
			const [first = '', ...others] = name.split(' ');
			expect(VERBS).toContain(first);
			expect(others.filter((word) => /\p{Lu}/u.test(word) && !NAMES.includes(word))).toEqual([]);
		});

		it('by 2 to 21 nodes', () => {
			expect(nodes.length).toBeGreaterThanOrEqual(2);
			expect(nodes.length).toBeLessThanOrEqual(21);
		});

		it('by one yellow note that says how it works and how to set it up', () => {
			const [about, ...others] = notes.filter(isYellow);
			expect(others).toEqual([]);
			const content = String(about?.parameters.content);
			expect(content).toMatch(/^## (.+)\n\n### How it works\n[^#]+\n\n### Setup\n[^#]+$/);
			expect(content.split('\n')[0]).toBe(`## ${name}`);
			expect(content).toContain('**n8n-nodes-rcs-promotion**');
		});

		it('by white notes for its sections, if it has any', () => {
			const sections = notes.filter((note) => !isYellow(note));
			expect(sections.length).toBeGreaterThanOrEqual(nodes.length < 4 ? 1 : 2);
			expect(sections.filter((note) => !isWhite(note))).toEqual([]);
		});

		it('by a picture, and a link to the workflow', () => {
			const [, section = ''] = page.split(`\n### ${name}\n`);
			const [picture = '', ...paragraphs] = (section.split(/\n#{2,3} /)[0] ?? '').trim().split('\n\n');
			expect(picture).toBe(`![The workflow](images/${file.replace('.json', '.png')})`);
			expect(paragraphs.pop()).toBe(`[${file}](../examples/${file})`);
		});
	});

	describe('reaches nobody when it is imported and run as it is', () => {
		it('as each node either needs an account, which it has not, or stays within n8n', () => {
			const known = [...WITH_ACCOUNT, ...WITHIN_N8N];
			expect(nodes.map(({ type }) => type).filter((type) => !known.includes(type))).toEqual([]);
			expect(nodes.some(({ type }) => type.startsWith(OURS))).toBe(true);
			for (const node of [new RcsPromotion(), new RcsPromotionTrigger()]) {
				expect(node.description.credentials).toEqual([expect.objectContaining({ required: true })]);
			}
		});

		it('as a launch reaches only invented test phones in the editor', () => {
			const field = new RcsPromotion().description.properties.find(({ name }) => name === 'sendMode');
			expect(field?.default).toBe('careful');
			const launches = nodes.filter(({ parameters }) => parameters.operation === 'launch');
			for (const { type, parameters } of launches) {
				expect(type).toBe(`${OURS}rcsPromotion`);
				const sendMode = parameters.sendMode ?? field?.default;
				if (sendMode === 'dryRun') continue;
				expect(sendMode).toBe('careful');
				// Without them, the first press would show a dry run only.
				expect(parameters.testPhones).toMatch(/^\+1202555\d{4}/);
			}
		});
	});
});

describe('in the long run, no recipe falls silent, or fails for good', () => {
	const withNode = (name: string) =>
		recipes.filter(({ nodes }) => nodes.some(({ type }) => type === `n8n-nodes-base.${name}`));

	const ifAfter = ({ nodes, connections }: Recipe, name: string) =>
		nodes.find(
			(node) => node.type === 'n8n-nodes-base.if' && JSON.stringify(connections[name] ?? {}).includes(`"${node.name}"`),
		);

	it.each(withNode('scheduleTrigger'))(
		'$name: a launch is made by day only, and a run without contacts says so',
		(recipe) => {
			const { nodes, connections } = recipe;
			const launches = nodes.some((node) => node.parameters.operation === 'launch');
			const first = nodes.find(({ type }) => type === 'n8n-nodes-base.scheduleTrigger')?.name ?? '';
			if (launches) expect(JSON.stringify(ifAfter(recipe, first)?.parameters)).toContain('$now.hour');
			const questions = nodes.filter(({ type }) => type === 'n8n-nodes-base.if').map(({ name }) => name);
			const asked = nodes.filter(
				({ name }) =>
					name !== first &&
					questions.some((question) => JSON.stringify(connections[name] ?? {}).includes(`"${question}"`)),
			);
			expect(asked.length).toBeGreaterThan(0);
			// Where there is nothing, a node with an output of its own for what went wrong goes on there.
			const silent = asked.filter(
				({ alwaysOutputData, onError }) => !alwaysOutputData && onError !== 'continueErrorOutput',
			);
			expect(silent).toEqual([]);
		},
	);

	it.each(withNode('removeDuplicates'))(
		'$name: n8n’s node against repeats has room for more than its 10,000',
		(recipe) => {
			const against = recipe.nodes.filter(({ type }) => type === 'n8n-nodes-base.removeDuplicates');
			const room = against.map(({ parameters }) => parameters.options);
			expect(room).toEqual(against.map(() => ({ scope: 'node', historySize: 100_000 })));
		},
	);
});
