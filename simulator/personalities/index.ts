import { alder } from './alder';
import { birch } from './birch';
import { cedar } from './cedar';
import { dune } from './dune';
import { ember } from './ember';
import { flint } from './flint';
import type { Personality } from './personality';

export type { Personality } from './personality';

export const personalities: readonly Personality[] = [alder, birch, cedar, dune, ember, flint];

export function personalityNamed(name: string): Personality {
	const found = personalities.find((personality) => personality.name === name);
	if (!found) {
		throw new Error(
			`There is no personality "${name}". Known are ${personalities.map((known) => known.name).join(', ')}.`,
		);
	}
	return found;
}
