import { parseArgs } from 'node:util';
import { personalities } from './personalities';
import { startSimulator } from './server';
import { defaultAccountId, defaultApiKey } from './simulation';
import { phases, type PersonalityName, type Settings, type StartOptions } from './types';

const usage = `Usage: npx tsx simulator/main.ts [options]

  --port <number>          port of the service (4010; 0 picks one)
  --host <address>         address to listen on (127.0.0.1)
  --personality <name>     ${personalities.map(({ name }) => name).join(', ')} (alder)
  --speed <number>         divides every duration of a promotion's life (1)
  --api-key <text>         (${defaultApiKey})
  --account-id <text>      (${defaultAccountId})
  --base-path <path>       path prefix before /api/v2, such as /gateway/eu
  --control-port <number>  port of the control calls (picked)
  --setting <name>=<json>  any setting of the README; may be repeated
  --promotions <number>    promotions to start with, in mixed phases (0)
  --json                   print one line of JSON instead of words
  --exit-with-parent       stop when standard input is closed
  --help`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			host: { type: 'string' },
			personality: { type: 'string' },
			speed: { type: 'string' },
			'api-key': { type: 'string' },
			'account-id': { type: 'string' },
			'base-path': { type: 'string' },
			'control-port': { type: 'string', default: '0' },
			setting: { type: 'string', multiple: true, default: [] },
			promotions: { type: 'string', default: '0' },
			json: { type: 'boolean', default: false },
			'exit-with-parent': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(usage);
		return;
	}
	const options: StartOptions = {
		port: wholeNumber('port', values.port),
		host: values.host,
		personality: values.personality as PersonalityName | undefined,
		speed: values.speed === undefined ? undefined : Number(values.speed),
		apiKey: values['api-key'],
		accountId: values['account-id'],
		basePath: values['base-path'],
		controlPort: wholeNumber('control-port', values['control-port']),
		settings: readSettings(values.setting),
	};
	const service = await startSimulator(options);
	for (let index = 0; index < wholeNumber('promotions', values.promotions); index++) {
		service.addPromotion({ phase: phases[index % phases.length], recipients: 100 * (index + 1) });
	}
	if (values.json) {
		console.log(JSON.stringify({ ...service.describe(), apiKey: service.apiKey }));
	} else {
		console.log(
			`The simulator (${service.describe().personality}) listens. Ctrl-C stops it.\n` +
				`  Base URL    ${service.baseUrl}\n` +
				`  Account ID  ${service.accountId}\n` +
				`  API key     ${service.apiKey}\n` +
				`  Control     ${service.controlUrl ?? ''}`,
		);
	}
	stopWhenAsked(() => service.stop(), values['exit-with-parent']);
}

function stopWhenAsked(stop: () => Promise<void>, exitWithParent: boolean): void {
	let stopping = false;
	const end = () => {
		if (stopping) return;
		stopping = true;
		void stop().finally(() => process.exit(0));
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
	if (exitWithParent) {
		process.stdin.on('end', end);
		process.stdin.on('close', end);
		process.stdin.on('error', end);
		process.stdin.resume();
	}
}

function wholeNumber(name: string, text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isInteger(value) || value < 0)
		throw new Error(`--${name} has to be a whole number.`);
	return value;
}

function readSettings(given: string[]): Partial<Settings> {
	const settings: Record<string, unknown> = {};
	for (const one of given) {
		const equals = one.indexOf('=');
		if (equals < 1) throw new Error(`--setting is written name=json, not ${one}.`);
		const text = one.slice(equals + 1);
		try {
			settings[one.slice(0, equals)] = JSON.parse(text);
		} catch {
			settings[one.slice(0, equals)] = text;
		}
	}
	return settings;
}

main().catch((fault: unknown) => {
	const { code, message } = fault as NodeJS.ErrnoException;
	const taken = 'That port is taken. Choose another with --port, or 0 to have one picked.';
	console.error(`${code === 'EADDRINUSE' ? taken : message}\nnpx tsx simulator/main.ts --help lists the options.`);
	process.exit(1);
});
