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

/** Makes all edits, or none; gives back what undoes them. */
export function applyEdits(folder: string, edits: Edit[]): () => void {
	const before = new Map<string, string>();
	const after = new Map<string, string>();
	for (const edit of edits) {
		const path = join(folder, edit.file);
		if (!before.has(path)) before.set(path, readFileSync(path, 'utf8'));
		after.set(path, edited(after.get(path) ?? before.get(path) ?? '', edit));
	}
	for (const [path, text] of after) writeFileSync(path, text);
	return () => before.forEach((text, path) => writeFileSync(path, text));
}
