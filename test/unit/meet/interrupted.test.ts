import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSimulator, type FaultRule, type RequestFilter, type Simulator } from '../../../simulator';
import { API_KEY, EVERYTHING, fillAccount, PHONE } from './support';

/** Ctrl-C at every stage: it exits at once, nothing of it runs on, and nothing more is asked. */

const PROGRAM = join(__dirname, '../../../meet/main.ts');
const LOADER = pathToFileURL(require.resolve('tsx')).href;
const SOON_MS = 3_000;
const LONGEST_MS = 40_000;

interface Stage {
	what: string;
	/** Keeps the service from answering at this stage. */
	held?: FaultRule;
	/** The stage is reached with this request, or with this line. */
	request?: RequestFilter;
	line?: RegExp;
	typed?: string;
	launched?: number;
}

const hold = (rule: Partial<FaultRule>): FaultRule => ({ fault: { kind: 'hold' }, ...rule });

const stages: Stage[] = [
	{ what: 'the first list', held: hold({ endpoint: 'list' }), request: { endpoint: 'list' } },
	{ what: 'statistics', held: hold({ endpoint: 'stats' }), request: { endpoint: 'stats' } },
	{ what: 'a report', held: hold({ endpoint: 'report' }), request: { endpoint: 'report' } },
	{
		what: 'a report that stops in the middle',
		held: { endpoint: 'report', fault: { kind: 'truncate', how: 'silent' } },
		request: { endpoint: 'report' },
	},
	{
		what: 'a wait that the service asks for',
		held: { endpoint: 'stats', fault: { kind: 'rateLimit', retryAfter: { seconds: 50 } } },
		request: { endpoint: 'stats', stage: 'answered' },
	},
	{ what: 'the question', line: /To go on, type/ },
	{
		// What was received whole may still be launched, so nothing may say that it was not.
		what: 'a launch that was received',
		held: hold({ endpoint: 'launch' }),
		request: { endpoint: 'launch' },
		typed: 'launch 5',
		launched: 1,
	},
	{
		what: 'a launch after it is accepted',
		held: { endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } },
		request: { endpoint: 'launch', stage: 'accepted' },
		typed: 'launch 5',
		launched: 1,
	},
	{ what: 'watching', line: /Watching it until it ends/, typed: 'launch 5', launched: 1 },
	{ what: 'a stop', held: hold({ endpoint: 'patch' }), request: { endpoint: 'patch' }, typed: 'launch 5', launched: 1 },
];

function start(service: Simulator): {
	child: ChildProcess;
	output: () => string;
	sees: (line: RegExp) => Promise<void>;
} {
	const env = {
		...process.env,
		RCS_BASE_URL: service.baseUrl,
		RCS_ACCOUNT_ID: service.accountId,
		RCS_API_KEY: API_KEY,
	};
	const args = [
		...EVERYTHING,
		'--every',
		'0.1',
		'--after',
		'0.01',
		'--file',
		join(tmpdir(), `met-${randomUUID()}.json`),
	];
	const child = spawn(process.execPath, ['--import', LOADER, PROGRAM, ...args], { env, stdio: 'pipe' });
	let output = '';
	const more = (piece: Buffer) => {
		output += piece.toString('utf8');
	};
	child.stdout.on('data', more);
	child.stderr.on('data', more);
	const sees = async (line: RegExp) => {
		while (!line.test(output)) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
	};
	return { child, output: () => output, sees };
}

async function interrupt({ held, request, line, typed, launched = 0 }: Stage) {
	const service = await startSimulator({ apiKey: API_KEY, speed: 200 });
	fillAccount(service);
	if (held) service.misbehave({ ...held, times: 'always' });
	const { child, output, sees } = start(service);
	try {
		const exited = once(child, 'exit');
		if (typed !== undefined) child.stdin?.write(`${typed}\n`);
		if (request) await service.waitForRequest({ ...request, after: 0 }, LONGEST_MS);
		if (line) await sees(line);
		const askedAt = Date.now();
		child.kill('SIGINT');
		const [code] = (await exited) as [number];
		const tookMs = Date.now() - askedAt;
		const requests = service.requests().length;
		service.releaseHeld();
		await new Promise((resolve) => setTimeout(resolve, 200));
		const result = {
			code,
			isSoon: tookMs < SOON_MS,
			launched: service.launches().length,
			patched: service.patches().length,
			goesOn: service.requests().length > requests,
			saysSo: output().includes('Ctrl-C'),
			saysWhatWasSent: output().includes('which goes on there'),
			showsSecret: output().includes(API_KEY) || output().includes(PHONE.slice(1)),
		};
		return { result, launched };
	} finally {
		child.kill('SIGKILL');
		await service.stop();
	}
}

/** A process each, so a few at a time. */
const AT_ONCE = 4;

it('ends at once at every stage', async () => {
	const expected = { code: 130, isSoon: true, patched: 0, goesOn: false, saysSo: true, showsSecret: false };
	for (let first = 0; first < stages.length; first += AT_ONCE) {
		const some = stages.slice(first, first + AT_ONCE);
		const outcomes = await Promise.all(some.map(interrupt));
		expect(outcomes.map(({ result }, index) => [some[index]?.what, result])).toEqual(
			outcomes.map(({ launched }, index) => [
				some[index]?.what,
				{ ...expected, launched, saysWhatWasSent: launched > 0 },
			]),
		);
	}
}, 180_000);
