import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './types';

/** The text with the edit made. A text that is found not once but never or twice says that the code has moved on. */
export function edited(text: string, { file, find, by }: Edit): string {
	const count = text.split(find).length - 1;
	if (count !== 1) throw new PatchNoLongerApplies(`${file} holds this ${count} times: ${find}`);
	if (find === by) throw new PatchNoLongerApplies(`${file} would stay as it is: ${find}`);
	return text.replace(find, () => by);
}

export class PatchNoLongerApplies extends Error {}

/** What the files hold once all edits are made, each after those before it. */
export function editedFiles(folder: string, edits: readonly Edit[]): Map<string, string> {
	const after = new Map<string, string>();
	for (const edit of edits) {
		const path = join(folder, edit.file);
		after.set(path, edited(after.get(path) ?? readFileSync(path, 'utf8'), edit));
	}
	return after;
}

/** Makes all edits, or none; gives back what undoes them. */
export function applyEdits(folder: string, edits: readonly Edit[]): () => void {
	const after = editedFiles(folder, edits);
	const before = [...after.keys()].map((path) => ({ path, text: readFileSync(path, 'utf8') }));
	for (const [path, text] of after) writeFileSync(path, text);
	return () => before.forEach(({ path, text }) => writeFileSync(path, text));
}
