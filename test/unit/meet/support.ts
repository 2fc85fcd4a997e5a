import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { meet } from '../../../meet/meet';
import { timeouts } from '../../../nodes/service/timeouts';
import type { Phase, Simulator } from '../../../simulator';

/** Runs `npm run meet` as a person would, over real HTTP. */

export const API_KEY = 'k3y/with+odd "signs"=&%';
export const PHONE = '+4915112345678';

const folder = mkdtempSync(join(tmpdir(), 'meet-'));
export const TEMPLATE = join(folder, 'template.json');
const body = { type: 'BODY', variables: [{ type: 'text', value: '${name}' }] };
const components = [{ type: 'CAROUSEL', cards: [{ card_index: 0, components: [body] }] }];
writeFileSync(TEMPLATE, JSON.stringify({ name: 'spring_offer', id: 'tpl-9', language: 'en', components }));

export const LAUNCH = ['--launch-to', PHONE, '--template', TEMPLATE];
export const CONFIRMED = 'launch to 1';

export interface Met {
	code: number;
	/** What the person sees. */
	page: string;
	/** What is in met-service.json; empty if none was written. */
	file: string;
	path: string;
}

let runs = 0;

export async function meetService(
	{ baseUrl, accountId = 'acme-42', apiKey = API_KEY }: { baseUrl: string; accountId?: string; apiKey?: string },
	{ args = [] as string[], typed = '', signal = new AbortController().signal } = {},
): Promise<Met> {
	const path = join(folder, `met-${(runs += 1)}.json`);
	const input = new PassThrough();
	input.end(`${typed}\n`);
	const lines: string[] = [];
	const code = await meet({
		args: ['--minutes', '0.2', '--file', path, ...args],
		env: { RCS_BASE_URL: baseUrl, RCS_ACCOUNT_ID: accountId, RCS_API_KEY: apiKey },
		input,
		write: (line) => lines.push(line),
		signal,
		everyMs: 50,
	});
	const isWritten = statSync(path, { throwIfNoEntry: false }) !== undefined;
	return { code, page: lines.join('\n'), file: isWritten ? readFileSync(path, 'utf8') : '', path };
}

/** The nodes wait for a service in minutes. */
export function waitLess(): void {
	const replaced = [
		jest.replaceProperty(timeouts, 'findLaunchedAfterMs', [0, 100, 200, 400, 800]),
		jest.replaceProperty(timeouts, 'firstRetryMs', 10),
		jest.replaceProperty(timeouts, 'silenceMs', 1_000),
		jest.replaceProperty(timeouts, 'reportSilenceMs', 1_000),
		jest.replaceProperty(timeouts, 'launchAnswerMs', 1_000),
	];
	afterAll(() => replaced.forEach((one) => one.restore()));
}

/** Promotions in three phases, with names that must not be shown. */
export function fillAccount(service: Simulator): void {
	const phases: Phase[] = ['completed', 'running', 'stopped'];
	service.addPromotions(
		Array.from({ length: 9 }, (_, index) => ({
			name: `Secret name ${index}`,
			phase: phases[index % phases.length],
			recipients: 500,
			createdAt: service.now() - index * 3_600_000,
		})),
	);
}
