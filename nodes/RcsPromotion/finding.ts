import { asSentence } from '../service/values';
import type { ItemContext } from './itemContext';

/** What was found wrong, from contacts to the stops of a launch, in words for people. */
export interface Finding {
	/** What happened. */
	message: string;
	/** What to do next. */
	wayOut?: string;
	/** Where it was found, in words of the form or the file: "line 7", "input item 3". */
	where?: string;
}

const happened = ({ where, message }: Finding) => (where === undefined ? message : `${where}: ${message}`);

/** What happened and what to do, for a place that holds one text. */
export const findingText = (finding: Finding) =>
	finding.wayOut === undefined ? happened(finding) : `${asSentence(happened(finding))} ${finding.wayOut}`;

/** Throws if anything was found, and names all of it. */
export function stopAt(item: ItemContext, findings: readonly Finding[]): void {
	const [first, ...others] = findings;
	if (!first) return;
	throw item.refusal(happened(first), [first.wayOut ?? [], others.map(findingText)].flat().join('\n'));
}
