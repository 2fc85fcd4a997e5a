import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { MOST_TEST_PHONES } from '../nodes/RcsPromotion/contacts/contact';
import { readPhone } from '../nodes/RcsPromotion/contacts/phone';
import type { Template } from '../nodes/RcsPromotion/template/buildTemplate';
import { isObject } from '../nodes/service/values';

export const usage = `Usage: npm run -s meet -- [options]

Says what the nodes make of a real service. Reads only, unless --launch-to is given.
The environment holds the credential: RCS_BASE_URL, RCS_ACCOUNT_ID, RCS_API_KEY.

  --promotion <id>         read this promotion, not the newest completed ones
  --file <file>            where to write the raw exchange (met-service.json), or with the next free number
  --launch-to <phones>     also launch test campaigns to your own phones, after a confirmation: one with + in the
                           contact file, one with digits only
  --template <file>        for that: JSON with name, id, language and components of an approved template
  --stop, --cancel         launch only the first, and stop it, cancel it, or one after the other
  --minutes <number>       how long to watch each (30)
  --help`;

/** What a person must mend; its text never repeats what was typed. */
export class UnusableOption extends Error {}

export interface LaunchOptions {
	/** Their digits, with country code. */
	phones: string[];
	template: Template;
	changes: Array<'Stopped' | 'Cancelled'>;
	watchMs: number;
}

export interface Options {
	help: boolean;
	promotionId: string | undefined;
	file: string;
	/** Undefined if nothing may be launched. */
	launch: LaunchOptions | undefined;
}

const flags = {
	promotion: { type: 'string' },
	file: { type: 'string', default: 'met-service.json' },
	'launch-to': { type: 'string' },
	template: { type: 'string' },
	stop: { type: 'boolean', default: false },
	cancel: { type: 'boolean', default: false },
	minutes: { type: 'string', default: '30' },
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
	const { file, help, promotion: promotionId } = values;
	if (!file.endsWith('.json')) throw new UnusableOption('--file takes a name that ends in .json');
	return { help, promotionId, file, launch: readLaunch(values) };
}

function readLaunch(values: ReturnType<typeof parsed>): LaunchOptions | undefined {
	const { 'launch-to': phones, template, stop, cancel, minutes } = values;
	if (phones === undefined) {
		if (!stop && !cancel && template === undefined) return undefined;
		throw new UnusableOption('--template, --stop and --cancel need a campaign of their own: add --launch-to');
	}
	if (template === undefined) {
		throw new UnusableOption('--launch-to also needs --template: a JSON file with name, id, language and components');
	}
	const watchMs = Number(minutes) * 60_000;
	if (!(watchMs > 0)) throw new UnusableOption('--minutes takes a number above 0');
	return {
		phones: readPhones(phones),
		template: readTemplate(template),
		changes: [...(stop ? ['Stopped' as const] : []), ...(cancel ? ['Cancelled' as const] : [])],
		watchMs,
	};
}

function readPhones(text: string): string[] {
	const phones = text.split(',').map((written) => readPhone(written));
	const digits = phones.flatMap((phone) => (phone.reason === undefined ? [phone.digits] : []));
	if (digits.length < phones.length || phones.length > MOST_TEST_PHONES) {
		throw new UnusableOption(
			`--launch-to takes your own phone numbers, with + and country code: at most ${MOST_TEST_PHONES}, with commas between them`,
		);
	}
	return digits;
}

function readTemplate(file: string): Template {
	let template: unknown;
	try {
		template = JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		throw new UnusableOption('The file of --template cannot be read as JSON');
	}
	const { name, id, language, components = [] } = isObject(template) ? template : {};
	const isFilled = [name, id, language].every((text) => typeof text === 'string' && text.trim() !== '');
	if (!isFilled || !Array.isArray(components)) {
		throw new UnusableOption('The file of --template needs name, id and language as texts; components is a list');
	}
	return template as Template;
}

export function readCredential(env: NodeJS.ProcessEnv): ICredentialDataDecryptedObject {
	const names = { baseUrl: 'RCS_BASE_URL', accountId: 'RCS_ACCOUNT_ID', apiKey: 'RCS_API_KEY' };
	const missing = Object.values(names).filter((name) => !env[name]?.trim());
	if (missing.length > 0) throw new UnusableOption(`Set ${missing.join(', ')} in the environment`);
	return Object.fromEntries(Object.entries(names).map(([field, name]) => [field, env[name] ?? '']));
}
