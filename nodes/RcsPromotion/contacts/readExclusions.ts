import { readDoNotContact } from './doNotContact';
import { EXCLUSIONS, type ExclusionName, type ExclusionValues } from './exclusions';
import type { Exclusion, NumberFormat } from './types';

const READERS: Record<ExclusionName, (value: unknown, format: NumberFormat) => Exclusion | Promise<Exclusion>> = {
	doNotContact: readDoNotContact,
};

/** Reads those of the options that were added. */
export async function readExclusions(values: ExclusionValues, format: NumberFormat): Promise<Exclusion[]> {
	const exclusions: Exclusion[] = [];
	for (const { name } of EXCLUSIONS) {
		if (values[name] !== undefined) exclusions.push(await READERS[name](values[name], format));
	}
	return exclusions;
}
