import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner, RestClient } from '../tools/n8n/restClient';

const EMAIL = 'owner@example.com';

/** Sets up the owner of a new n8n with a password of its own, or signs in with the one kept from an earlier start. */
export async function signIn(rest: RestClient, userFolder: string): Promise<Owner> {
	const file = join(userFolder, 'sign-in.json');
	const kept = await readFile(file, 'utf8').then(
		(text) => JSON.parse(text) as Owner,
		() => undefined,
	);
	if (kept) {
		await rest.signIn(kept);
		return kept;
	}
	// n8n asks for a capital letter and a digit.
	const owner = { email: EMAIL, password: `Demo1-${randomBytes(6).toString('hex')}` };
	await writeFile(file, JSON.stringify(owner), { mode: 0o600 });
	await rest.setUpOwner(owner);
	return owner;
}
