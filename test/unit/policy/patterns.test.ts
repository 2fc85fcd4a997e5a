/**
 * Every regular expression that ships takes time in proportion to its text: texts come from CRMs, files and the service, and one
 * process of n8n serves everybody. Each is run over texts made of its own characters and matches, beside a plain look at each character.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { ForeignSpellings } from '../../../nodes/RcsPromotion/contacts/foreignSpellings';
import { namesFailure } from '../../../nodes/service/namedFailure';
import { isDateOrAddress, withoutDates } from '../../../nodes/service/phoneDigits';
import { serviceReason } from '../../../nodes/service/serviceReason';
import { hideKeyInAnswers, hideKeyInMessages } from '../../../nodes/service/redact';

const repository = join(__dirname, '../../..');
const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

interface Pattern {
	where: string;
	source: string;
	flags: string;
}

const patterns: Pattern[] = [];
/** Files that put regular expressions together at run time, so that only their functions can be tried. */
const composed = new Set<string>();
for (const file of files) {
	const tree = ts.createSourceFile(file, readFileSync(join(repository, file), 'utf8'), ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
			patterns.push({ where: `${file}:${line}`, source, flags });
		}
		if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') composed.add(file);
		ts.forEachChild(node, visit);
	};
	visit(tree);
}

const SHORT = 1_500;
const LONGER = 20_000;
const LONG = 1_000_000;
/** What is linear stays far below this at every length; what is not is far above it at the short one already. */
const TIMES_A_PLAIN_LOOK = 400;

let seen = 0;
function plainLook(text: string): void {
	for (let at = 0; at < text.length; at++) seen += text.charCodeAt(at) & 1;
}

/** The fastest of some, as whatever else the machine does only ever adds. */
function timeOf(run: () => void, least: number): number {
	let fastest = Infinity;
	for (let round = 0; round < 5 && fastest > least; round++) {
		const started = performance.now();
		run();
		fastest = Math.min(fastest, performance.now() - started);
	}
	return fastest;
}

const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

interface Hostile {
	begin: string;
	unit: string;
	end: string;
}

const ANYWHERE = [' ', '\n', 'a', 'Z', '1', '0', '.', '-', '\u00e9'];

function hostileTexts({ source, flags }: Pattern): Hostile[] {
	const plain = source.replace(/\\[pP]\{\w+\}|\\[a-zA-Z]|\(\?(<?[=!]|:)/g, '');
	const marks = [...new Set(Array.from(plain.replace(/[\w\s]/g, '')))];
	const characters = [...new Set([...ANYWHERE, ...marks, ...Array.from(plain.replace(/[^a-z]/gi, '').slice(0, 6))])];
	const words = [...new Set(plain.match(/[a-z]{2,}/gi) ?? [])].slice(0, 8);
	const samples = matchesOf(source, flags);
	const cut = samples.flatMap((sample) => [1, 2, 3, 4, 6, 9].map((length) => sample.slice(0, length)));
	const pairs = marks.flatMap((mark) => [' ', '1', 'a', ...marks].map((other) => mark + other)).slice(0, 50);
	const units = [...new Set([...characters, ...words, ...samples, ...cut, ...pairs])].filter((unit) => unit !== '');
	const alone = units.flatMap((unit) => ['', '\u0001'].map((end): Hostile => ({ begin: '', unit, end })));
	const after = samples.slice(0, 2).flatMap((begin) => characters.map((unit) => ({ begin, unit, end: '\u0001' })));
	return [...alone, ...after];
}

/** None where the library does not know the syntax, or would try the whole of Unicode. It seeks letters beyond ASCII for ever, so they need u. */
function matchesOf(source: string, flags: string): string[] {
	if (flags.includes('u')) return [];
	try {
		const arbitrary = fc.stringMatching(new RegExp(source, flags.replace(/[gy]/g, '')));
		const found = fc.sample(arbitrary, { numRuns: 12, seed: 1 });
		return [...new Set(found)].filter((sample) => sample !== '' && sample.length < 60).slice(0, 5);
	} catch {
		return [];
	}
}

/** The texts it is slowest at, told if it is too slow. */
function tooSlow(run: (text: string) => void, hostile: Hostile[]): string[] {
	const plain = new Map(
		[SHORT, LONGER, LONG].map((length) => [length, timeOf(() => plainLook('x'.repeat(length)), 0)]),
	);
	/** By how many times slower than a plain look at each character. */
	const times = ({ begin, unit, end }: Hostile, length: number) => {
		const look = Math.max(plain.get(length) ?? 0, length * 5e-7);
		const text = begin + repeated(unit, length) + end;
		return timeOf(() => run(text), look * TIMES_A_PLAIN_LOOK) / look;
	};
	const told = (text: Hostile, length: number) => {
		const many = times(text, length);
		return many > TIMES_A_PLAIN_LOOK
			? [`${Math.round(many)} times a plain look at ${length} characters: ${JSON.stringify(text)}`]
			: [];
	};
	const tried = hostile
		.map((text) => ({ text, times: times(text, SHORT) }))
		.sort((a, b) => b.times - a.times)
		.map(({ text }) => text);
	// First at a length at which also the worst comes to an end.
	const atOnce = tried.slice(0, 3).flatMap((text) => told(text, LONGER));
	return atOnce.length > 0 ? atOnce : tried.slice(0, 1).flatMap((text) => told(text, LONG));
}

it('sees the regular expressions there are', () => {
	expect(patterns.length).toBeGreaterThan(130);
	expect(seen).toBeGreaterThanOrEqual(0);
});

it('notices one that takes the square of the time', () => {
	for (const slow of [/\s+$/, /<b>.*<\/b>/s, /^\s*(|no)\s*$/]) {
		const hostile = hostileTexts({ where: '', source: slow.source, flags: slow.flags });
		expect([slow, tooSlow((text) => void slow.test(text), hostile)]).toEqual([
			slow,
			expect.arrayContaining([expect.any(String)]),
		]);
	}
});

it.each(patterns)('$where /$source/$flags', (pattern) => {
	const everywhere = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''));
	expect(tooSlow((text) => void text.replace(everywhere, ''), hostileTexts(pattern))).toEqual([]);
});

describe('those that are put together', () => {
	const units = (texts: string[]): Hostile[] =>
		texts.flatMap((unit) => ['', '\u0001'].map((end) => ({ begin: '', unit, end })));

	it('are in these files', () => {
		expect([...composed].sort()).toEqual([
			'nodes/RcsPromotion/contacts/foreignSpellings.ts',
			'nodes/service/namedFailure.ts',
			'nodes/service/phoneDigits.ts',
			'nodes/service/redact.ts',
			'nodes/service/serviceReason.ts',
		]);
	});

	it('count what no Western European writes', () => {
		const letters = ['a', 'ü', 'þ', 'üa', 'ða', 'èè', 'ø', 'ì', '³', 'aæ', 'Ý'];
		expect(tooSlow((text) => new ForeignSpellings().take(text), units(letters))).toEqual([]);
	});

	it('find what a web page says', () => {
		const pages = ['<title', '<title>', '<title><', '<h1>', '<h1', '</h1', '</h1 ', '<<', '<h1 >a</', '>'];
		const hostile = units(pages).map((text) => ({ ...text, begin: '<html>' }));
		const within = units(pages).map((text) => ({ ...text, begin: '<html><h1>', end: '</h1>' }));
		expect(tooSlow((body) => void serviceReason({ body }), [...hostile, ...within])).toEqual([]);
	});

	it('tell dates from phone numbers', () => {
		const dates = [
			'2026',
			'2026-01-01',
			'2026-01-01 ',
			'01/02/',
			'1.1.',
			'T',
			' ',
			'12:00',
			':',
			'0',
			'1',
			'19',
			'200',
		];
		const hostile = units(dates).flatMap((text) => [text, { ...text, begin: '2026-01-01' }]);
		expect(tooSlow((text) => void withoutDates(text), hostile)).toEqual([]);
		expect(tooSlow((text) => void isDateOrAddress(text), hostile)).toEqual([]);
	});

	it('tell whether an answer names a failure', () => {
		const words = [
			'no ',
			'not be ',
			'never been',
			'failed to ',
			'err',
			'a',
			' ',
			'aA',
			'_',
			'ok ',
			'time ',
			'too many ',
		];
		expect(tooSlow((body) => void namesFailure({ body }), units(words))).toEqual([]);
		const inJson = (text: string) => JSON.stringify({ status: text, error: text, message: text });
		expect(tooSlow((text) => void namesFailure({ body: inJson(text) }), units(words))).toEqual([]);
	});

	it.each([
		'aaaaaaaab',
		'11111111112',
		'%%%%%%%%25',
		`${'\\'.repeat(20)}u`,
		'++++++++ =',
		'========',
		'k3y/with+odd "signs"=&%',
	])('hide the key %j', (key) => {
		const encoded = [key, encodeURIComponent(key), Buffer.from(key).toString('base64'), JSON.stringify(key)];
		const parts = encoded.flatMap((text) => [text.slice(0, 1), text.slice(0, 3), text.slice(0, -1), text]);
		const hostile = units([...new Set([...parts, '%', '%2', '\\', '\\u00', 'a', '1', '='])]);
		expect(tooSlow(hideKeyInMessages(key), hostile)).toEqual([]);
		expect(tooSlow(hideKeyInAnswers(key), hostile)).toEqual([]);
	});
});
