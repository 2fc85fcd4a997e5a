import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { meet } from '../../../meet/meet';
import type { Timing } from '../../../meet/asker';
import type { NewPromotion, Phase, Simulator } from '../../../simulator';

/** Runs `npm run meet` as a person would, over real HTTP. */

export const API_KEY = 'k3y/with+odd "signs"=&%';
export const PHONE = '+4915112345678';

const folder = mkdtempSync(join(tmpdir(), 'meet-'));
export const TEMPLATE = join(folder, 'template.json');
writeFileSync(
	TEMPLATE,
	JSON.stringify({
		name: 'spring_offer',
		id: 'tpl-9',
		language: 'en',
		components: [
			{
				type: 'CAROUSEL',
				cards: [{ card_index: 0, components: [{ type: 'BODY', variables: [{ type: 'text', value: '${name}' }] }] }],
			},
		],
	}),
);

const QUICK: Timing = { requestMs: 5_000, readsMs: 20_000, longestWaitMs: 1_000 };

export interface Recording {
	answers: Record<string, { value?: unknown; notKnown?: string }>;
	personality: Record<string, unknown>;
}

export interface Met {
	code: number;
	output: string;
	file: `${string}.json`;
	/** Undefined if none was written. */
	text: string | undefined;
	tookMs: number;
}

interface Given {
	args?: string[];
	typed?: string;
	timing?: Partial<Timing>;
	env?: Record<string, string>;
	signal?: AbortSignal;
}

let runs = 0;

export async function meetService(
	{ baseUrl, accountId, apiKey }: Pick<Simulator, 'baseUrl' | 'accountId' | 'apiKey'>,
	{ args = [], typed = '', timing, env, signal = new AbortController().signal }: Given = {},
): Promise<Met> {
	const file = join(folder, `met-${(runs += 1)}.json`) as `${string}.json`;
	const input = new PassThrough();
	input.end(`${typed}\n`);
	const lines: string[] = [];
	const startedAt = Date.now();
	const code = await meet({
		args: ['--every', '0.05', '--minutes', '0.5', '--after', '0.0025', '--file', file, ...args],
		env: { RCS_BASE_URL: baseUrl, RCS_ACCOUNT_ID: accountId, RCS_API_KEY: apiKey, ...env },
		input,
		write: (line) => lines.push(line),
		signal,
		timing: { ...QUICK, ...timing },
	});
	return { code, output: lines.join('\n'), file, text: textOf(file), tookMs: Date.now() - startedAt };
}

function textOf(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}

export const recordingOf = ({ text }: Met) => JSON.parse(text ?? '{}') as Recording;

/** The launch that tries everything; the sixth line confirms it. */
export const EVERYTHING = ['--launch-to', PHONE, '--template', TEMPLATE, '--stop', '--cancel', '--refused', '--repeat'];
export const CONFIRMED = 'launch 5';

/** Promotions in every phase, created in an order that is none of the lists', with names and recipients that must stay secret. */
export function fillAccount(service: Simulator, count = 9): void {
	const phases: Phase[] = ['completed', 'running', 'stopped'];
	const now = service.now();
	const promotions: NewPromotion[] = Array.from({ length: count }, (_, index) => ({
		name: `Secret name ${index}`,
		phase: phases[index % phases.length],
		recipients: 500,
		createdAt: now - (1 + ((index * 7) % count)) * 3_600_000,
	}));
	service.addPromotions(promotions);
}
