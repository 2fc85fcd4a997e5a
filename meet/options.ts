import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export const usage = `Usage: npm run -s meet -- [options]

Answers what the service document leaves open, from a real service. Reads only, unless --launch-to is given.
The environment holds the credential: RCS_BASE_URL, RCS_ACCOUNT_ID, RCS_API_KEY.

  --promotion <id>         read this promotion, not the newest ones
  --file <file>            where to write the recording (met-service.json), or with the next free number
  --launch-to <phone>      also launch a test campaign to your own phone, after a confirmation
  --template <file>        for that: JSON with name, id, language and components of an approved template
  --columns <names>        header of the contact file (name,phone,language)
  --stop, --cancel         also try Stop, and Cancel, each on a campaign of its own
  --refused                also launch with a template that does not exist
  --repeat                 also send the same launch twice
  --minutes <number>       how long to watch the campaign (30)
  --after <minutes>        how long to watch its figures after its end (2)
  --every <seconds>        pause between two looks (2)
  --help`;

/** What a person must mend; its text never repeats what was typed. */
export class UnusableOption extends Error {}

export interface Account {
	baseUrl: string;
	accountId: string;
	apiKey: string;
}

export interface Template {
	name: string;
	id: string;
	language: string;
	components?: unknown[];
}

export interface LaunchOptions {
	phone: string;
	template: Template;
	columns: string[];
	stop: boolean;
	cancel: boolean;
	refused: boolean;
	repeat: boolean;
}

export interface Options {
	help: boolean;
	promotionId: string | undefined;
	file: string;
	/** Undefined if nothing may be launched. */
	launch: LaunchOptions | undefined;
	watchMs: number;
	everyMs: number;
	/** How long figures are watched after the end of a campaign. */
	afterEndMs: number;
}

const flags = {
	promotion: { type: 'string' },
	file: { type: 'string', default: 'met-service.json' },
	'launch-to': { type: 'string' },
	template: { type: 'string' },
	columns: { type: 'string', default: 'name,phone,language' },
	stop: { type: 'boolean', default: false },
	cancel: { type: 'boolean', default: false },
	refused: { type: 'boolean', default: false },
	repeat: { type: 'boolean', default: false },
	minutes: { type: 'string', default: '30' },
	after: { type: 'string', default: '2' },
	every: { type: 'string', default: '2' },
	help: { type: 'boolean', default: false },
} as const;

const parsed = (args: string[]) => parseArgs({ args, options: flags }).values;

export function readOptions(args: string[]): Options {
	let values: ReturnType<typeof parsed>;
	try {
		values = parsed(args);
	} catch {
		// Node's own message repeats what was typed, which may be a key or a phone.
		throw new UnusableOption('An option is not known, or lacks its value. See npm run -s meet -- --help');
	}
	const { minutes, after, every, promotion, file, help } = values;
	if (!file.endsWith('.json')) throw new UnusableOption('--file takes a name that ends in .json');
	return {
		help,
		promotionId: promotion,
		file,
		launch: launchOptions(values),
		watchMs: positive('--minutes', minutes) * 60_000,
		everyMs: positive('--every', every) * 1000,
		afterEndMs: positive('--after', after) * 60_000,
	};
}

function launchOptions(values: ReturnType<typeof parsed>): LaunchOptions | undefined {
	const { 'launch-to': phone, template, columns, stop, cancel, refused, repeat } = values;
	if (phone === undefined) {
		if (!stop && !cancel && !refused && !repeat) return undefined;
		throw new UnusableOption('--stop, --cancel, --refused and --repeat need a campaign of their own: add --launch-to');
	}
	if (!/^\+[1-9]\d{6,14}$/.test(phone)) {
		throw new UnusableOption('--launch-to takes one phone number, your own, as + and digits with the country code');
	}
	if (template === undefined) {
		throw new UnusableOption('--launch-to also needs --template: a JSON file with name, id, language and components');
	}
	const names = columns.split(',').map((name) => name.trim());
	if (!names.some((name) => /phone/i.test(name)) || names.some((name) => !/^\w+$/.test(name))) {
		throw new UnusableOption('--columns takes names with commas between them, one of them for the phone');
	}
	return { phone, template: readTemplate(template), columns: names, stop, cancel, refused, repeat };
}

function readTemplate(file: string): Template {
	let template: Partial<Template> | null;
	try {
		template = JSON.parse(readFileSync(file, 'utf8')) as Partial<Template> | null;
	} catch {
		throw new UnusableOption('The file of --template cannot be read as JSON');
	}
	const { name, id, language, components } = template ?? {};
	const isFilled = [name, id, language].every((text) => typeof text === 'string' && text.trim() !== '');
	if (!isFilled || (components !== undefined && !Array.isArray(components))) {
		throw new UnusableOption('The file of --template needs name, id and language as texts; components is a list');
	}
	return template as Template;
}

function positive(option: string, text: string): number {
	const value = Number(text);
	if (!(value > 0 && value <= 1440)) throw new UnusableOption(`${option} takes a number above 0`);
	return value;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** As strict as the credential: the key goes out encrypted, and to the address alone. */
export function readAccount(env: NodeJS.ProcessEnv): Account {
	const of = (name: string) => (env[name] ?? '').trim();
	const missing = ['RCS_BASE_URL', 'RCS_ACCOUNT_ID', 'RCS_API_KEY'].filter((name) => of(name) === '');
	if (missing.length > 0) throw new UnusableOption(`Set ${missing.join(', ')} in the environment`);
	const [baseUrl, accountId, apiKey] = [of('RCS_BASE_URL'), of('RCS_ACCOUNT_ID'), of('RCS_API_KEY')];
	if (!URL.canParse(baseUrl)) throw new UnusableOption('RCS_BASE_URL is not a web address');
	const url = new URL(baseUrl);
	const isEncrypted = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
	if (!isEncrypted) throw new UnusableOption('RCS_BASE_URL must begin with https:// (http:// only for localhost)');
	if (url.username || url.password || url.search || url.hash) {
		throw new UnusableOption('RCS_BASE_URL may contain only host, port and path');
	}
	if (!/^[\x20-\x7e\xa1-\xff]+$/.test(apiKey)) {
		throw new UnusableOption('RCS_API_KEY contains a character that cannot be sent: copy it again');
	}
	if (accountId === '.' || accountId === '..') throw new UnusableOption('RCS_ACCOUNT_ID is not an ID');
	return { baseUrl: (url.origin + url.pathname).replace(/\/+$/, ''), accountId, apiKey };
}
