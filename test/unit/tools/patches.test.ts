import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { editedFiles } from '../../../tools/sabotage/edit';
import type { Sabotage } from '../../../tools/sabotage/types';

/** The patches of test/sabotage against the code as it is: the long run would find a stale one only after many minutes. */

const repository = resolve(__dirname, '../../..');
const folder = join(repository, 'test/sabotage');
const sabotages = readdirSync(folder).flatMap(
	(file) => (require(join(folder, file)) as { sabotages: Sabotage[] }).sabotages,
);

it('has names for all patches, each of its own', () => {
	const ids = sabotages.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
});

it.each(sabotages.map((sabotage) => [sabotage.id, sabotage] as const))('%s still applies', (_id, sabotage) => {
	expect(() => editedFiles(repository, sabotage.edits)).not.toThrow();
	expect(sabotage.caughtBy.files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});
