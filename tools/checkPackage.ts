/**
 * `npm run check:package`: builds and packs, then looks at the tarball with the eyes of n8n, of its scanner and of npm.
 * `npm run check:package -- --keep <folder>` puts the tarball there if nothing was found: it is the one to publish.
 */
import { copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from './childProcess';
import { scanPacked } from './lint/scan';
import { loadFindings, placeAlone, requireTime } from './package/load';
import { manifestFindings } from './package/manifest';
import { filesBelow, namingFindings, surprisingFiles } from './package/packedFiles';
import { allowedOfNode, foreignLoads, providedByHost } from './package/requires';
import { buildAndPack, REPOSITORY } from './packageTarball';
import { PlainMessage, tell } from './plainMessage';

/** Of which 27 KB are libphonenumber-js and 9 KB csv-parse. */
const maximumPackedBytes = 170_000;
const maximumRequireMs = 60;
const timedProcesses = 9;

let passed = 0;
let failed = 0;

function report(what: string, findings: string[]): void {
	if (findings.length === 0) passed++;
	else failed++;
	console.log(`${findings.length === 0 ? 'ok  ' : 'RED '} ${what}`);
	for (const finding of findings) console.log(`       ${finding}`);
}

async function unpack(tarball: string, folder: string): Promise<string> {
	const { code, output } = await runProgram('tar', ['-xzf', tarball], {
		cwd: folder,
		logFile: join(folder, 'tar.log'),
	});
	if (code !== 0) throw new PlainMessage(`The tarball could not be unpacked: ${output}`);
	return join(folder, 'package');
}

async function filesNaming(folder: string, files: string[], text: string): Promise<string[]> {
	const contents = await Promise.all(files.map(async (file) => await readFile(join(folder, file), 'utf8')));
	return files.filter((_, index) => contents[index]?.includes(text));
}

async function checkPackage(folder: string): Promise<string> {
	const tarball = await buildAndPack(folder, (detail) => console.log(`     ${detail} …`));
	const unpacked = await unpack(tarball, folder);
	const files = filesBelow(unpacked);
	const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as { n8n: { nodes: string[] } };

	const { size } = await stat(tarball);
	const kilobytes = (size / 1000).toFixed(1);
	report(
		`packed size: ${kilobytes} KB of at most ${maximumPackedBytes / 1000}`,
		size < maximumPackedBytes ? [] : [`${size} bytes are too many`],
	);
	report(`files: the ${files.length} that are meant to ship`, surprisingFiles(REPOSITORY, files));
	report('names: each node in its folder, with its codex', namingFindings(files));
	report('package.json: what n8n asks of it', manifestFindings(manifest, files));

	const scan = await scanPacked(unpacked);
	const code = files.filter((file) => file.endsWith('.js'));
	const unscanned = code.filter((file) => !scan.files.includes(file)).map((file) => `${file} was not scanned`);
	report(`scanner's rules over ${scan.files.length} packed files, inline comments ignored`, [
		...scan.findings,
		...unscanned,
	]);
	report(
		`loads: only files of the package, ${[...providedByHost, ...allowedOfNode].join(', ')}`,
		foreignLoads(unpacked, files),
	);

	const leaks = await filesNaming(unpacked, files, REPOSITORY);
	report(
		'no path of this machine in any file',
		leaks.map((file) => `${file} holds ${REPOSITORY}`),
	);

	const alone = await placeAlone(unpacked, join(folder, 'alone'), REPOSITORY);
	const { findings, summary } = await loadFindings(alone, REPOSITORY);
	report(`n8n's loader, with nothing but n8n-workflow and luxon in reach: ${summary}`, findings);

	const time = await requireTime(alone, manifest.n8n.nodes, timedProcesses);
	const byTheClock = `${time.fastestWallMs.toFixed(0)} to ${time.slowestWallMs.toFixed(0)} ms`;
	report(
		`requiring the nodes: ${time.medianCpuMs.toFixed(1)} ms of the processor, at most ${maximumRequireMs} (median of ${timedProcesses} processes; by the clock ${byTheClock})`,
		time.medianCpuMs < maximumRequireMs ? [] : ['Loading the nodes takes too long'],
	);
	report('csv-parse starts with the first file that is read, not with the nodes', time.findings);
	return tarball;
}

async function main(): Promise<void> {
	const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
	const folder = await mkdtemp(join(tmpdir(), 'check-package-'));
	try {
		const tarball = await checkPackage(folder);
		console.log(`\nPackage checks: ${passed} passed, ${failed} failed`);
		process.exitCode = failed === 0 ? 0 : 1;
		if (keep !== undefined && failed === 0) {
			await mkdir(keep, { recursive: true });
			await copyFile(tarball, join(keep, basename(tarball)));
		}
		await rm(folder, { recursive: true, force: true });
	} catch (thrown) {
		const log = await readFile(join(folder, 'build.log'), 'utf8').catch(() => '');
		if (log) console.log(log.split('\n').slice(-40).join('\n'));
		process.exitCode = tell(thrown);
	}
}

void main();
