import { parseArgs } from 'node:util';
import { modes, type Mode } from '../model/host';

const setups = ['sqlite', 'queue'] as const;
type Setup = (typeof setups)[number];

export interface CrashOptions {
	setup: Setup;
	/** `all`: one n8n that goes from each mode to the next on the way, as an upgrade does. */
	mode: Mode | 'all';
	kills: number;
	promotions: number;
	seed: number;
}

/** npm run test:kill -- crash [--setup sqlite|queue] [--mode memory|scheduler|cursors|all] [--kills 50] [--promotions 40] [--seed 7] */
export function crashOptions(argv: string[]): CrashOptions {
	const { values } = parseArgs({
		args: argv,
		options: {
			setup: { type: 'string', default: 'sqlite' },
			mode: { type: 'string', default: 'all' },
			kills: { type: 'string', default: '20' },
			promotions: { type: 'string', default: '40' },
			seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
		},
	});
	const oneOf = <Value extends string>(name: 'setup' | 'mode', allowed: readonly Value[]): Value => {
		const value = allowed.find((one) => one === values[name]);
		if (value === undefined) throw new Error(`--${name} must be one of ${allowed.join(', ')}`);
		return value;
	};
	const whole = (name: 'kills' | 'promotions' | 'seed') => {
		const value = Number(values[name]);
		if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number of 1 or more`);
		return value;
	};
	return {
		setup: oneOf('setup', setups),
		mode: oneOf('mode', [...modes, 'all']),
		kills: whole('kills'),
		promotions: whole('promotions'),
		seed: whole('seed'),
	};
}
