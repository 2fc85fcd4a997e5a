/** Loads the unpacked package the way n8n does, in processes of their own where only what n8n provides can be reached. */
import { execFile } from 'node:child_process';
import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { providedByHost } from './requires';

const run = promisify(execFile);
const probes = join(__dirname, 'probes');

interface Loaded {
	reachable: string[];
	nodes: Array<{
		name: string;
		iconUrl?: { light: string; dark: string };
		codex?: { categories: string[] };
		used?: Array<{ name: string }>;
	}>;
	credentials: Array<{ name: string; iconUrl?: { light: string; dark: string }; supportedNodes?: string[] }>;
	index: string[];
}

export interface RequireTime {
	/** Of the processor's time: by the clock, whatever else the machine does would count too. */
	medianCpuMs: number;
	fastestWallMs: number;
	slowestWallMs: number;
	findings: string[];
}

/** Moves the package below a node_modules folder that holds nothing but links to what n8n provides. */
export async function placeAlone(unpacked: string, place: string, repository: string): Promise<string> {
	const modules = join(place, 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const name of providedByHost)
		await symlink(join(repository, 'node_modules', name), join(modules, name), 'junction');
	const packageFolder = join(modules, 'n8n-nodes-rcs-promotion');
	await rename(unpacked, packageFolder);
	return packageFolder;
}

async function probe<Answer>(script: string, args: string[]): Promise<Answer> {
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_|N8N_)/.test(name)));
	const { stdout } = await run(process.execPath, [join(probes, script), ...args], { env, maxBuffer: 16 * 1024 * 1024 });
	return JSON.parse(stdout) as Answer;
}

export async function loadFindings(
	packageFolder: string,
	repository: string,
): Promise<{ findings: string[]; summary: string }> {
	const core = join(repository, 'node_modules/n8n-core');
	const { loaded, thrown } = await probe<{ loaded?: Loaded; thrown?: string }>('load.cjs', [packageFolder, core]);
	if (!loaded) return { findings: [`n8n's loader threw: ${thrown ?? ''}`], summary: '' };
	const { nodes, credentials, reachable } = loaded;
	const hasIcons = (of: { iconUrl?: { light: string; dark: string } }) => Boolean(of.iconUrl?.light && of.iconUrl.dark);
	const findings = [
		...(reachable.join() === providedByHost.join()
			? []
			: [`The package reaches more or less than it may: ${reachable.join(', ')}`]),
		...(nodes.length > 0 && credentials.length > 0 ? [] : ['n8n finds no node or no credential']),
		...nodes.filter((node) => !hasIcons(node)).map(({ name }) => `${name}: n8n finds no light and dark icon`),
		...nodes
			.filter(({ codex }) => !codex?.categories.length)
			.map(({ name }) => `${name}: n8n takes no categories from its codex`),
		...nodes.filter(({ used }) => !used?.length).map(({ name }) => `${name} uses no credential`),
		...credentials.filter((one) => !hasIcons(one)).map(({ name }) => `${name}: n8n finds no light and dark icon`),
		...credentials.filter((one) => !one.supportedNodes?.length).map(({ name }) => `${name} serves no node`),
	];
	return { findings, summary: [...nodes, ...credentials].map(({ name }) => name).join(', ') };
}

interface Timed {
	cpuMs: number;
	wallMs: number;
	startsByLoading: number;
	startsByUse: number;
}

export async function requireTime(packageFolder: string, nodeFiles: string[], processes: number): Promise<RequireTime> {
	const timed: Timed[] = [];
	for (let count = 0; count < processes; count++) {
		timed.push(await probe<Timed>('requireTime.cjs', [packageFolder, ...nodeFiles]));
	}
	const cpu = timed.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
	const wall = timed.map(({ wallMs }) => wallMs);
	const findings = [
		...(timed.some(({ startsByLoading }) => startsByLoading > 0) ? ['Requiring the nodes starts csv-parse'] : []),
		...(timed.some(({ startsByUse }) => startsByUse !== 1)
			? ['Whether csv-parse starts can no longer be seen by its byte order marks']
			: []),
	];
	return {
		medianCpuMs: cpu[Math.floor(cpu.length / 2)] ?? Infinity,
		fastestWallMs: Math.min(...wall),
		slowestWallMs: Math.max(...wall),
		findings,
	};
}
