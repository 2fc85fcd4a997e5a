import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MOST_TEST_PHONES } from '../../../nodes/RcsPromotion/contacts/contact';
import { invalidReasons, notReachableReasons } from '../../../nodes/RcsPromotion/contacts/findings';
import { allProperties } from '../../../nodes/RcsPromotion/operations';
import { EVENTS } from '../../../nodes/RcsPromotionTrigger/events';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import { RATES } from '../../../nodes/service/counting';
import { scripts } from '../../../package.json';
import { fieldsOf, operations } from './form';

const REPOSITORY = resolve(__dirname, '../../..');
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'MAINTAINING.md',
	'SECURITY.md',
	'AGENTS.md',
	...readdirSync(join(REPOSITORY, 'docs')).map((name) => `docs/${name}`),
];
const pictures = readdirSync(join(REPOSITORY, 'docs', 'images')).filter((name) => !name.endsWith('.json'));

const textOf = (page: string) => readFileSync(join(REPOSITORY, page), 'utf8');
const linksIn = (page: string) =>
	[...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => join(dirname(page), link!));
/** The headings of pages that a page links to, each as `page#heading`. */
const headingLinksIn = (page: string) =>
	[...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(
		([, file, heading]) => `${file ? join(dirname(page), file) : page}#${heading}`,
	);
const headingsOf = (page: string) =>
	[...textOf(page).matchAll(/^#+ (.+)$/gm)].map(
		([, title = '']) =>
			`${page}#${title
				.toLowerCase()
				.replace(/[^\p{L}\d _-]/gu, '')
				.replaceAll(' ', '-')}`,
	);

const texts = pages.filter((name) => name.endsWith('.md'));
const headings = texts.flatMap(headingsOf);

describe.each(texts)('%s', (page) => {
	it('links to headings that are there', () => {
		expect(headingLinksIn(page).filter((link) => !headings.includes(link))).toEqual([]);
	});

	it('shows pictures and names files that are there', () => {
		expect(linksIn(page).filter((file) => !existsSync(join(REPOSITORY, file)))).toEqual([]);
	});
});

it('each picture is shown somewhere', () => {
	const shown = texts.flatMap(linksIn);
	expect(pictures.filter((name) => !shown.includes(join('docs', 'images', name)))).toEqual([]);
});

it('commands are there, wherever they are named', () => {
	const named = (pattern: string) =>
		execFileSync('git', ['grep', '-IohE', pattern], { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n');
	const commands = named('npm run (-s )?[a-z:0-9-]+').map((text) => text.split(' ').at(-1) ?? '');
	expect(commands.length).toBeGreaterThan(50);
	expect([...new Set(commands)].filter((name) => !(name in scripts))).toEqual([]);
	const programs = named('npx tsx [a-zA-Z/.-]+').map((text) => text.split(' ').at(-1) ?? '');
	expect([...new Set(programs)].filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
	const text = textOf('CONTRIBUTING.md');

	it('names only files and folders that are there', () => {
		const paths = [...text.matchAll(/`((?:test|tools|docs|demo|nodes|bench|simulator|\.ci)\/[\w./-]+)`/g)].map(
			([, path]) => path!,
		);
		expect(paths.length).toBeGreaterThan(5);
		const candidates = (path: string) => [path, `${path}.ts`, `${path}.test.ts`];
		expect(paths.filter((path) => !candidates(path).some((file) => existsSync(join(REPOSITORY, file))))).toEqual([]);
	});

	it('shows every folder in its map', () => {
		const [, map = ''] = /```\n(credentials\/[^`]*)```/.exec(text) ?? [];
		const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n');
		const folders = files.flatMap((file) => /^(nodes\/\w+|test\/\w+|[.\w]+)\//.exec(file)?.[1] ?? []);
		const inNode = files.flatMap((file) => /^nodes\/RcsPromotion\/([a-z]\w*)\//.exec(file)?.[1] ?? []);
		expect(map.split('\n').length).toBeGreaterThan(20);
		expect([...new Set([...folders, ...inNode])].filter((name) => !map.includes(`${name}/`))).toEqual([]);
	});

	it('names sources that are there, by the end of their path', () => {
		const git = ['ls-files', '-co', '--exclude-standard'];
		const files = execFileSync('git', git, { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n');
		const there = files.filter((file) => existsSync(join(REPOSITORY, file)));
		const named = [...text.matchAll(/`([\w./]+\.ts)`/g)].map(([, name = '']) => name);
		expect(named.length).toBeGreaterThan(15);
		expect(named.filter((name) => !there.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
	});

	it('stays within what a newcomer reads', () => {
		expect(text.split(/\s+/).length).toBeLessThan(1400);
	});
});

it('docs name every value that workflows compare with', () => {
	const values = {
		'docs/following.md': Object.keys(EVENTS),
		'docs/reports.md': Object.keys(RATES),
		'docs/contacts.md': [...invalidReasons, ...notReachableReasons, 'doNotContact'],
	};
	const missing = Object.entries(values).flatMap(([page, names]) => {
		const text = textOf(page);
		return names.flatMap((name) =>
			text.includes(`\`${name}\``) || text.includes(`${name} = `) ? [] : [`${page}: ${name}`],
		);
	});
	expect(missing).toEqual([]);
});

it('README lists every event in its table', () => {
	const table = textOf('README.md').split('|*Trigger On*|')[1]?.split('\n\n')[0] ?? '';
	expect(Object.values(EVENTS).flatMap(({ name }) => (table.includes(name) ? [] : [name]))).toEqual([]);
});

it('README lists every operation in its table', () => {
	const table = textOf('README.md').split('|Resource|Operation|')[1]?.split('\n\n')[0] ?? '';
	expect(operations.flatMap(({ definition: { name } }) => (table.includes(name) ? [] : [name]))).toEqual([]);
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
	const of = (path: string) => fields.find((field) => field.path === path)!.property;
	const usual = (path: string) => of(path).default as number;
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
