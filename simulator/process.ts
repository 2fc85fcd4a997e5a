import type { StartOptions } from './settings';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectControl } from './control';
import type { Simulator } from './server';

export type SimulatorFacts = Pick<Simulator, 'baseUrl' | 'accountId' | 'apiKey' | 'controlUrl'>;

/** Starts the simulator as a process of its own, which ends with this one whatever happens to it. */
export async function startSimulatorProcess({ personality, settings }: StartOptions = {}) {
	const given = [
		...(personality === undefined ? [] : ['--personality', personality]),
		...Object.entries(settings ?? {}).flatMap(([name, value]) => ['--setting', `${name}=${JSON.stringify(value)}`]),
	];
	const loader = pathToFileURL(require.resolve('tsx')).href;
	const child = fork(path.join(__dirname, 'main.ts'), ['--child', '--port', '0', ...given], {
		execArgv: ['--import', loader],
	});
	const exited = once(child, 'exit');
	const [facts] = (await Promise.race([
		once(child, 'message'),
		exited.then(() => {
			throw new Error('The simulator ended before it was ready.');
		}),
	])) as [SimulatorFacts];
	if (facts.controlUrl === null) throw new Error('The simulator has no control port.');
	return {
		...facts,
		control: connectControl(facts.controlUrl),
		stop: async () => {
			child.disconnect();
			await exited;
		},
	};
}
