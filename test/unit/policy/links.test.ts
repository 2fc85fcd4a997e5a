/** What docs and README say is there, and what is there is said. */
import { dirname, join } from 'node:path';
import { MOST_TEST_PHONES } from '../../../nodes/RcsPromotion/contacts/contact';
import { invalidReasons, notReachableReasons } from '../../../nodes/RcsPromotion/contacts/findings';
import { allProperties } from '../../../nodes/RcsPromotion/operations';
import { EVENTS } from '../../../nodes/RcsPromotionTrigger/events';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import { RATES } from '../../../nodes/service/counting';
import { bugs, homepage, repository, scripts } from '../../../package.json';
import { fieldsOf, operations } from './form';
import { filesLike, grep, isThere, namesIn, textOf } from './repository';

const pages = [
	...['README.md', 'CONTRIBUTING.md', 'MAINTAINING.md', 'SECURITY.md', 'AGENTS.md'],
	...namesIn('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const pictures = namesIn('docs/images').filter((name) => !name.endsWith('.json'));

const linksIn = (page: string) =>
	[...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => join(dirname(page), link!));
/** The headings of pages that a page links to, each as `page#heading`. */
const headingLinksIn = (page: string) =>
	[...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(
		([, file, heading]) => `${file ? join(dirname(page), file) : page}#${heading}`,
	);
const headingsOf = (page: string) =>
	[...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => {
		const heading = title.toLowerCase().replace(/[^\p{L}\d _-]/gu, '');
		return `${page}#${heading.replaceAll(' ', '-')}`;
	});
const headings = pages.flatMap(headingsOf);

it.each(pages)('%s links to headings, pictures and files that are there', (page) => {
	expect(headingLinksIn(page).filter((link) => !headings.includes(link))).toEqual([]);
	expect(linksIn(page).filter((file) => !isThere(file))).toEqual([]);
});

it('each picture is shown somewhere', () => {
	const shown = pages.flatMap(linksIn);
	expect(pictures.filter((name) => !shown.includes(join('docs', 'images', name)))).toEqual([]);
});

it('commands are there, wherever they are named', () => {
	const named = (pattern: string) => grep('-IohE', pattern).map((text) => text.split(' ').at(-1) ?? '');
	const commands = named('npm run (-s )?[a-z:0-9-]+');
	expect(commands.length).toBeGreaterThan(50);
	expect([...new Set(commands)].filter((name) => !(name in scripts))).toEqual([]);
	expect([...new Set(named('npx tsx [a-zA-Z/.-]+'))].filter((path) => !isThere(path))).toEqual([]);
});

it('all addresses of the project follow from the one in package.json', () => {
	const home = homepage.replace(/#.*$/, '');
	expect([repository.url, bugs.url]).toEqual([`git+${home}.git`, `${home}/issues`]);
	const address = 'https?://(www\\.)?github\\.com/[a-zA-Z0-9_.-]+/n8n-nodes-rcs[a-zA-Z0-9_-]*';
	const found = grep('-IoE', address, '--', '.', ':!package.json');
	expect(found.filter((line) => !line.endsWith(`:${home}`))).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
	const text = textOf('CONTRIBUTING.md');
	const files = filesLike();

	it('names only files and folders that are there, sources by the end of their path', () => {
		const named = [...text.matchAll(/`((?:test|tools|docs|demo|nodes|bench|simulator|\.ci)\/[\w./-]+|[\w./]+\.ts)`/g)];
		expect(named.length).toBeGreaterThan(20);
		const isKnown = (name: string) =>
			[name, `${name}.ts`, `${name}.test.ts`].some(
				(path) => isThere(path) || files.some((file) => `/${file}`.endsWith(`/${path}`)),
			);
		expect(named.flatMap(([, name = '']) => (isKnown(name) ? [] : [name]))).toEqual([]);
	});

	it('shows every folder in its map', () => {
		const [, map = ''] = /```\n(credentials\/[^`]*)```/.exec(text) ?? [];
		const folders = files.flatMap((file) => /^(nodes\/\w+|test\/\w+|[.\w]+)\//.exec(file)?.[1] ?? []);
		const inNode = files.flatMap((file) => /^nodes\/RcsPromotion\/([a-z]\w*)\//.exec(file)?.[1] ?? []);
		expect(map.split('\n').length).toBeGreaterThan(20);
		expect([...new Set([...folders, ...inNode])].filter((name) => !map.includes(`${name}/`))).toEqual([]);
	});

	it('stays within what a newcomer reads', () => expect(text.split(/\s+/).length).toBeLessThan(1400));
});

it.each([
	['docs/following.md', Object.keys(EVENTS)],
	['docs/reports.md', Object.keys(RATES)],
	['docs/contacts.md', [...invalidReasons, ...notReachableReasons, 'doNotContact']],
])('%s names every value that workflows compare with', (page, names) => {
	const text = textOf(page);
	expect(names.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`${name} = `))).toEqual([]);
});

it.each([
	['event', '|*Trigger On*|', Object.values(EVENTS).map(({ name }) => name)],
	['operation', '|Resource|Operation|', operations.map(({ definition: { name } }) => name)],
])('README lists every %s in its table', (_, head, names) => {
	const table = textOf('README.md').split(head)[1]?.split('\n\n')[0] ?? '';
	const cells = table.split('\n').flatMap((row) => row.split('|').slice(1, 3));
	const listed = cells.flatMap((cell) => cell.replaceAll('*', '').split(', '));
	expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});

it('README says that it was tried in those versions of n8n in which tests run, and in no other', () => {
	const hosts = ['engines', 'n8n-1.123', 'n8n'].map((name) => textOf(`hosts/${name}/package.json`));
	const installed = hosts.flatMap((text) => [...text.matchAll(/"n8n[^"]*": "(?:npm:n8n-core@)?(\d+\.\d+)\.\d+"/g)]);
	// The engine of n8n 1.123 has a number of its own.
	const versions = installed.map(([, version = '']) => version.replace('1.122', '1.123'));
	const [, tried = ''] = /Tried in n8n (.+) on Node\.js/.exec(textOf('README.md')) ?? [];
	expect(tried.split(/, | and /)).toEqual(
		[...new Set(versions)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
	);
});

it('docs give the limits that the forms have', () => {
	const fields = fieldsOf([...allProperties(), ...new RcsPromotionTrigger().description.properties]);
	const usual = (path: string) => fields.find((field) => field.path === path)!.property.default as number;
	const said: Array<[page: string, text: string]> = [
		['README.md', `More than ${usual('options.maximumRecipients').toLocaleString('en')} recipients`],
		['README.md', `it has been watched for ${usual('options.watchAfterCompletionHours')} hours`],
		['docs/launching.md', `*Wait for Completion* waits ${usual('timeoutMinutes')} minutes`],
		['docs/launching.md', `*Test Phones*, up to ${MOST_TEST_PHONES} numbers`],
	];
	expect(said.filter(([page, text]) => !textOf(page).includes(text))).toEqual([]);
	expect([usual('options.finalAfterMinutes'), usual('options.stalledAfterMinutes')]).toEqual([60, 120]);
	expect(textOf('README.md')).toMatch(/have not changed for an hour, .* have changed for two hours/s);
});
