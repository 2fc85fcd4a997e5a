import { writeFileSync } from 'node:fs';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { maskNumbers } from '../nodes/service/answers';
import { ServiceClient } from '../nodes/service/client';
import { hideKeyInMessages, readAccount } from '../nodes/service/credential';
import { describeError } from '../nodes/service/errors';
import { shortened } from '../nodes/service/values';
import { createContext, KEPT_BYTES, type Exchange } from './context';

/** Whom to ask, what came back, and the page about it. */
export class Meeting {
	readonly exchanges: Exchange[] = [];
	/** The names of the test campaigns that were sent, whatever the answer. */
	readonly launched: string[] = [];
	private readonly page: string[] = [];

	private constructor(
		readonly credential: ICredentialDataDecryptedObject,
		private readonly apiKey: string,
		private readonly write: (line: string) => void,
		readonly signal: AbortSignal,
	) {}

	/** Throws what the nodes throw if they cannot use the credential. */
	static open(credential: ICredentialDataDecryptedObject, write: (line: string) => void, signal: AbortSignal): Meeting {
		return new Meeting(credential, readAccount(credential).apiKey, write, signal);
	}

	/** The nodes' client for this credential, or one with another key. */
	async openClient(change: ICredentialDataDecryptedObject = {}): Promise<ServiceClient> {
		return await ServiceClient.open(createContext({ ...this.credential, ...change }, this.exchanges, this.signal));
	}

	/** A line for the person, without the key, and without what a terminal takes for a command. */
	say(line: string): void {
		const shown = this.hide(line).replace(/\p{Cc}+/gu, ' ');
		this.page.push(shown);
		this.write(shown);
	}

	/** Says whether the nodes can do this. Undefined if they cannot. */
	async tries<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
		this.signal.throwIfAborted();
		try {
			const value = await action();
			this.say('');
			this.say(`${what}: works${this.latestAnswer}`);
			return value;
		} catch (error) {
			this.signal.throwIfAborted();
			this.say('');
			this.say(`${what}: does not work${this.latestAnswer}`);
			this.say(`  ${describeError(error)}`);
			return undefined;
		}
	}

	/** For example " (HTTP 200, text/csv)". */
	get latestAnswer(): string {
		const { status, headers } = this.exchanges.at(-1) ?? {};
		if (status === undefined) return '';
		return ` (HTTP ${status}, ${headers?.['content-type'] ?? 'no content type'})`;
	}

	/** Writes what came back, and what was said about it. Never over an earlier file, which may know more. */
	writeExchanges(file: string): boolean {
		const content = {
			what: 'What a service answered: names and phones of recipients may be in it, the API key is not',
			page: this.page,
			exchanges: this.exchanges
				.filter((exchange, index) => !isRepeat(exchange, this.exchanges[index - 1]))
				.map((exchange) => ({ ...exchange, body: this.hideInBeginning(exchange) })),
		};
		const hidden = (_name: string, value: unknown) => (typeof value === 'string' ? this.hide(value) : value);
		const text = `${JSON.stringify(content, hidden, 2)}\n`;
		for (let number = 1; number <= MOST_FILES; number++) {
			const path = number === 1 ? file : file.replace(/\.json$/, `-${number}.json`);
			try {
				writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
				this.say(`The raw answers are in ${path}, with names and phones of recipients.`);
				return true;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') break;
			}
		}
		this.say('The raw answers could not be written. Choose another file with --file.');
		return false;
	}

	/** What was cut may end in a part of the key, at most eight signs for each of its letters. */
	private hideInBeginning({ body, bytes }: Exchange): string {
		const hidden = this.hide(body);
		return bytes > KEPT_BYTES ? hidden.slice(0, -8 * this.apiKey.length) : hidden;
	}

	private hide(text: string): string {
		const spellings = [this.apiKey, Buffer.from(this.apiKey).toString('base64')];
		return spellings.reduce((shown, key) => hideKeyInMessages(key)(shown), text);
	}
}

/** While a campaign is watched, the same list comes hundreds of times. */
const isRepeat = ({ request, status, body }: Exchange, before?: Exchange): boolean =>
	before?.request === request && before.status === status && before.body === body;

const MOST_FILES = 100;
const MOST_VALUES = 12;
const LONGEST_VALUE = 60;

/** For example `"Sent" 12, "Failed" 3`, the most frequent first. Long numbers may be phones. */
export function describeCounts(counts: Map<string, number>): string {
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	const shown = sorted
		.slice(0, MOST_VALUES)
		.map(([value, times]) => `${maskNumbers(shortened(value, LONGEST_VALUE))} ${times}`);
	const others = sorted.length - shown.length;
	return `${shown.join(', ') || 'none'}${others > 0 ? `, and ${others} more` : ''}`;
}

export function count(counts: Map<string, number>, text: string): void {
	counts.set(text, (counts.get(text) ?? 0) + 1);
}

export function countAll(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) count(counts, text);
	return counts;
}
