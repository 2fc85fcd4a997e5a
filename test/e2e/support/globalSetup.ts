import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrivateN8n } from '../../../tools/n8n/privateN8n';
import { installedPackage, startN8n } from '../../../tools/n8n/realN8n';
import { buildAndPack } from '../../../tools/packageTarball';
import { sentenceFor } from '../../../tools/plainMessage';
import { createProgress } from '../../../tools/progress';
import { SCREENSHOTS } from './browser';
import { share } from './shared';

/** Installs, packs and starts what all test files use. A packed package can be given as TARBALL instead. */
export default async function globalSetup(): Promise<void> {
	const work = await mkdtemp(join(tmpdir(), 'rcs-promotion-e2e-'));
	const stops: Array<() => Promise<void>> = [
		async () => await rm(work, { recursive: true, force: true, maxRetries: 5 }),
	];
	globalThis.stopE2e = async () => {
		for (const stop of stops.reverse()) await stop();
	};
	await rm(SCREENSHOTS, { recursive: true, force: true });
	const { step } = createProgress(3, process.stderr);
	try {
		const n8n = await step('Install the private n8n', async (onProgress) => await ensurePrivateN8n({ onProgress }));
		const tarball = await step(
			'Build and pack the package',
			async (report) => process.env.TARBALL ?? (await buildAndPack(work, report)),
		);
		const hostsFile = join(work, 'asked-hosts.log');
		const running = await step(
			`Start n8n ${n8n.version} with the package`,
			async () =>
				await startN8n({
					n8n,
					tarball,
					userFolder: join(work, 'n8n'),
					env: { NODE_OPTIONS: `--require ${join(__dirname, 'recordHosts.cjs')}`, ASKED_HOSTS_FILE: hostsFile },
				}),
		);
		stops.push(async () => await running.stop());
		const owner = { email: 'owner@example.com', password: 'Only-4-these-tests' };
		await running.rest.setUpOwner(owner);
		share({
			baseUrl: running.baseUrl,
			owner,
			hostsFile,
			logFile: running.logFile,
			packageFolder: installedPackage(running.userFolder),
			tarball,
		});
	} catch (thrown) {
		await globalThis.stopE2e();
		throw new Error(sentenceFor(thrown), { cause: thrown });
	}
}
