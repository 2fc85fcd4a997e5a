import { alder } from './alder';
import { birch } from './birch';
import { cedar } from './cedar';
import { dune } from './dune';
import { ember } from './ember';
import { flint } from './flint';
import { grove } from './grove';
import type { Personality } from './personality';

export type { Personality } from './personality';

export const personalities: readonly Personality[] = [alder, birch, cedar, dune, ember, flint, grove];

export function personalityNamed(name: string): Personality {
	const found = personalities.find((personality) => personality.name === name);
	if (!found) {
		const known = personalities.map((personality) => personality.name).join(', ');
		throw new Error(`There is no personality "${name}". Known are ${known}.`);
	}
	return found;
}
