import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrivateN8n } from '../../../tools/n8n/privateN8n';
import { installedPackage, startN8n } from '../../../tools/n8n/realN8n';
import { pack } from '../../../tools/pack';
import { SCREENSHOTS } from './browser';
import { share } from './shared';

/** Installs, packs and starts what all test files use. A packed package can be given as PACKAGE_TARBALL. */
export default async function globalSetup(): Promise<void> {
	const work = await mkdtemp(join(tmpdir(), 'rcs-promotion-e2e-'));
	const stops: Array<() => Promise<void>> = [
		async () => await rm(work, { recursive: true, force: true, maxRetries: 5 }),
	];
	globalThis.stopE2e = async () => {
		for (const stop of stops.reverse()) await stop();
	};
	await rm(SCREENSHOTS, { recursive: true, force: true });
	try {
		const n8n = await ensurePrivateN8n();
		const tarball = await pack(work);
		const hostsFile = join(work, 'asked-hosts.log');
		const filesFolder = join(work, 'files');
		await mkdir(filesFolder);
		const running = await startN8n({
			n8n,
			tarball,
			userFolder: join(work, 'n8n'),
			env: {
				NODE_OPTIONS: `--require ${join(__dirname, 'recordHosts.cjs')}`,
				ASKED_HOSTS_FILE: hostsFile,
				N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
			},
		});
		stops.push(async () => await running.stop());
		const owner = { email: 'owner@example.com', password: 'Only-4-these-tests' };
		await running.rest.setUpOwner(owner);
		share({
			baseUrl: running.baseUrl,
			owner,
			hostsFile,
			filesFolder,
			logFile: running.logFile,
			packageFolder: installedPackage(running.userFolder),
			tarball,
		});
	} catch (thrown) {
		await globalThis.stopE2e();
		throw thrown;
	}
}
