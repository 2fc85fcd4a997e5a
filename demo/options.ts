import { parseArgs } from 'node:util';
import { join, resolve } from 'node:path';
import { CACHE } from '../tools/run';

export interface DemoOptions {
	/** Stops once the first campaign is reported. */
	once: boolean;
	/** The port asked for; any free one otherwise. */
	port?: number;
	/** Where n8n keeps its data beyond this run; a temporary folder otherwise. */
	keep?: string;
	/** An already packed package instead of one built now. */
	tarball?: string;
	/** Rebuilds the package after each save and lets n8n load it anew. */
	watch: boolean;
	help: boolean;
}

export const USAGE = `npm run demo                    starts n8n with RCS Promotion and a simulated service, until Ctrl-C
npm run demo -- --once          stops once it has launched a campaign and read its report
npm run demo -- --keep          keeps workflows and sign-in for the next start
npm run demo -- --keep=FOLDER   keeps them in a folder of your choice
npm run demo -- --port 5690     uses this port for n8n
npm run demo -- --tarball FILE  uses a packed package instead of building one
npm run dev                     the demo with --keep, rebuilding and reloading the nodes after each save`;

const KEPT_BY_DEFAULT = join(CACHE, 'demo');

export function readOptions(args: readonly string[]): DemoOptions {
	// Node's parser knows no option with an optional value.
	const keepAlone = args.includes('--keep');
	const values = parse(args.filter((arg) => arg !== '--keep'));
	const keep = values.keep ?? (keepAlone ? KEPT_BY_DEFAULT : undefined);
	if (values.once && keep !== undefined) throw new Error('--once begins anew and keeps nothing: leave out --keep.');
	return {
		once: values.once ?? false,
		watch: values.watch ?? false,
		help: values.help ?? false,
		...(values.port === undefined ? {} : { port: portFrom(values.port) }),
		...(keep === undefined ? {} : { keep: resolve(keep) }),
		...(values.tarball === undefined ? {} : { tarball: resolve(values.tarball) }),
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				once: { type: 'boolean' },
				port: { type: 'string' },
				keep: { type: 'string' },
				tarball: { type: 'string' },
				watch: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (thrown) {
		const [reason] = (thrown instanceof Error ? thrown.message : String(thrown)).split(/\.\s/);
		throw new Error(`${reason}.\n\n${USAGE}`);
	}
}

function portFrom(text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1024 && port <= 65_535) return port;
	throw new Error(`--port ${text} is no port to use: choose a number from 1024 to 65535.`);
}
