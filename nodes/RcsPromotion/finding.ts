import { asSentence } from '../service/values';
import { TELL_PERSON, type ItemContext } from './itemContext';

/** Something that was found wrong, with the contacts or anything else about a launch, worded for the user. */
export interface Finding {
	/** What happened. */
	message: string;
	/** What to do next. */
	advice?: string;
	/** Where it was found in the form or the file: "line 7", "input item 3". */
	where?: string;
}

const happened = ({ where, message }: Finding) => (where === undefined ? message : `${where}: ${message}`);

/** What happened and what to do, as a single text. */
export const findingText = (finding: Finding) =>
	finding.advice === undefined ? happened(finding) : `${asSentence(happened(finding))} ${finding.advice}`;

/** Throws if there are any findings; the error lists all of them, and then the warnings, which a run that stops cannot show otherwise. */
export function stopAt(item: ItemContext, findings: readonly Finding[], warnings: readonly string[] = []): void {
	const [first, ...others] = findings;
	if (!first) return;
	const more = [...others.map(findingText), ...warnings].map((text) => `• ${text}`);
	const forModel = [...[...others.map(happened), ...warnings].map(asSentence), TELL_PERSON].join(' ');
	throw item.refusal(happened(first), [first.advice ?? [], more].flat().join('\n'), forModel);
}
