import { alder } from './alder';
import { birch } from './birch';
import { cedar } from './cedar';
import { dune } from './dune';
import { ember } from './ember';
import { flint } from './flint';
import { grove } from './grove';
import type { Personality } from './personality';
import { recordedPersonality } from './recorded';

export type { Personality } from './personality';
export { idLike, recordingVersion, type RecordedAnswer, type RecordedPersonality } from './recorded';

const ownPersonalities: readonly Personality[] = [alder, birch, cedar, dune, ember, flint, grove];

const isRecording = (name: string): name is `${string}.json` => name.endsWith('.json');

/** RECORDED_PERSONALITY names a recording of a real service: what is tried under every personality is then tried under this one. */
const { RECORDED_PERSONALITY: recording = '' } = process.env;
export const personalities: readonly Personality[] = isRecording(recording)
	? [recordedPersonality(recording)]
	: ownPersonalities;

export function personalityNamed(name: string): Personality {
	if (isRecording(name)) return recordedPersonality(name);
	const found = ownPersonalities.find((personality) => personality.name === name);
	if (!found) {
		const known = ownPersonalities.map((personality) => personality.name).join(', ');
		throw new Error(`There is no personality "${name}". Known are ${known}, and files that end in .json.`);
	}
	return found;
}
