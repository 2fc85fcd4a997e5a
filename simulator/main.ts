import { parseArgs } from 'node:util';
import { personalities, type PersonalityName } from './personalities';
import type { SimulatorFacts } from './process';
import { startSimulator } from './server';
import type { Settings } from './settings';
import { phases } from './types';

const usage = `Usage: npx tsx simulator/main.ts [options]

  --port <number>          port of the service (4010; 0 picks one)
  --host <address>         address to listen on (127.0.0.1)
  --personality <name>     ${personalities.map(({ name }) => name).join(', ')} (alder)
  --speed <number>         divides every duration of a promotion's life (1)
  --api-key <text>         the key that it takes
  --account-id <text>      the account that it has
  --base-path <path>       path prefix before /api/v2, such as /gateway/eu
  --control-port <number>  port of the control calls (picked)
  --setting <name>=<json>  any setting of the README; may be repeated
  --promotions <number>    promotions to start with, in mixed phases (0)
  --help`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			host: { type: 'string' },
			personality: { type: 'string' },
			speed: { type: 'string', default: '1' },
			'api-key': { type: 'string' },
			'account-id': { type: 'string' },
			'base-path': { type: 'string' },
			'control-port': { type: 'string', default: '0' },
			setting: { type: 'string', multiple: true, default: [] },
			promotions: { type: 'string', default: '0' },
			// For the program that started this one: what to know of it goes there, and it ends with it.
			child: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(usage);
		return;
	}
	const service = await startSimulator({
		port: wholeNumber('port', values.port),
		host: values.host,
		personality: values.personality as PersonalityName | undefined,
		speed: Number(values.speed),
		apiKey: values['api-key'],
		accountId: values['account-id'],
		basePath: values['base-path'],
		controlPort: wholeNumber('control-port', values['control-port']),
		settings: readSettings(values.setting),
	});
	for (let index = 0; index < wholeNumber('promotions', values.promotions); index++) {
		service.addPromotion({ phase: phases[index % phases.length], recipients: 100 * (index + 1) });
	}
	const stop = () => void service.stop().finally(() => process.exit(0));
	for (const event of ['SIGINT', 'SIGTERM', ...(values.child ? ['disconnect'] : [])]) process.once(event, stop);
	const { baseUrl, accountId, apiKey, controlUrl } = service;
	if (values.child) process.send?.({ baseUrl, accountId, apiKey, controlUrl } satisfies SimulatorFacts);
	else {
		console.log(
			`The simulator (${service.settings().name}) listens. Ctrl-C stops it.\n` +
				`  Base URL    ${baseUrl}\n` +
				`  Account ID  ${accountId}\n` +
				`  API key     ${apiKey}\n` +
				`  Control     ${controlUrl ?? ''}`,
		);
	}
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`--${name} has to be a whole number.`);
	return Number(text);
}

function readSettings(given: string[]): Partial<Settings> {
	const settings: Record<string, unknown> = {};
	for (const one of given) {
		const [, name = '', text = ''] = /^(\w+)=(.*)$/s.exec(one) ?? [];
		if (name === '') throw new Error(`--setting is written name=json, not ${one}.`);
		try {
			settings[name] = JSON.parse(text);
		} catch {
			settings[name] = text;
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
