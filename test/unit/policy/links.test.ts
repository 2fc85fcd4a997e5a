import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '../../..');
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(REPOSITORY, 'docs')).map((name) => `docs/${name}`)];
const pictures = readdirSync(join(REPOSITORY, 'docs', 'images'));

const textOf = (page: string) => readFileSync(join(REPOSITORY, page), 'utf8');
const linksIn = (page: string) =>
	[...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => join(dirname(page), link!));

describe.each(pages.filter((name) => name.endsWith('.md')))('%s', (page) => {
	it('shows pictures and names files that are there', () => {
		expect(linksIn(page).filter((file) => !existsSync(join(REPOSITORY, file)))).toEqual([]);
	});
});

it('each picture is shown somewhere', () => {
	const shown = pages.filter((name) => name.endsWith('.md')).flatMap(linksIn);
	expect(pictures.filter((name) => !shown.includes(join('docs', 'images', name)))).toEqual([]);
});
