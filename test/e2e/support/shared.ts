import type { Owner } from '../../../tools/n8n/restClient';

declare global {
	// Kept by jest's own process between its setup and its teardown.
	var stopE2e: (() => Promise<void>) | undefined;
}

/** What the setup tells the test files, which run in other processes. */
export interface SharedWithTests {
	baseUrl: string;
	owner: Owner;
	/** One line for each host name that n8n looked up. */
	hostsFile: string;
	/** The only folder whose files n8n reads. */
	filesFolder: string;
	logFile: string;
	/** Where the tarball was unpacked. */
	packageFolder: string;
	/** For tests that start an n8n of their own. */
	tarball: string;
}

const NAME = 'E2E_SHARED';

export function share(facts: SharedWithTests): void {
	process.env[NAME] = JSON.stringify(facts);
}

export function shared(): SharedWithTests {
	return JSON.parse(process.env[NAME] ?? '{}') as SharedWithTests;
}
