import { Refusal, type Issue } from '../service/refusal';
import { asSentence, shortened } from '../service/values';

export type { Issue } from '../service/refusal';

/** An issue that counts no contacts: the list as a whole is wrong, or one line makes the file unreadable. */
export const issueAboutList = (code: string, message: string, advice?: string, line?: number): Issue => ({
	code,
	message,
	...(advice === undefined ? {} : { advice }),
	count: 0,
	lines: line === undefined ? [] : [line],
});

/** Why contacts cannot be read. */
export const contactRefusal = (code: string, message: string, advice: string, line?: number): Refusal =>
	new Refusal(message, advice, undefined, issueAboutList(code, message, advice, line));

export const asWarning = (issue: Issue): Issue => ({ ...issue, level: 'warning' });
export const asInfo = (issue: Issue): Issue => ({ ...issue, level: 'info' });

/** Issues as the outputs list them. */
export function groupByLevel(issues: readonly Issue[]) {
	const ofLevel = (wanted?: Issue['level']): Issue[] =>
		issues.flatMap(({ level, ...issue }) => (level === wanted ? [issue] : []));
	return { refusals: ofLevel(), warnings: ofLevel('warning'), notes: ofLevel('info') };
}

/** With all its advice in one, where no other issues stand in between. */
export function joinAdvice({ lastAdvice, ...issue }: Issue): Issue {
	if (lastAdvice === undefined) return issue;
	return { ...issue, advice: [issue.advice ?? [], lastAdvice].flat().join(' ') };
}

const describeWithoutAdvice = ({ where, message }: Issue) => (where === undefined ? message : `${where}: ${message}`);

/** What happened and what to do, as a single text. */
export function describeIssue(issue: Issue): string {
	const { advice } = joinAdvice(issue);
	return advice === undefined ? describeWithoutAdvice(issue) : `${asSentence(describeWithoutAdvice(issue))} ${advice}`;
}

/** Throws if there are any issues. The error lists all of them, and the warnings, which a run that stops cannot show otherwise. */
export function throwIfAny(issues: readonly Issue[], warnings: readonly string[] = []): void {
	const [first, ...others] = issues;
	if (!first) return;
	// Users get the first advice below the message, and then the others and the warnings as a list.
	const bullets = [...others.map(describeIssue), ...warnings].map((text) => `• ${text}`);
	const description = [first.advice ?? [], bullets, first.lastAdvice ?? []].flat();
	throw new Refusal(describeWithoutAdvice(first), description.join('\n'));
}

/** For example "a, b and c". */
export const joinWords = (words: readonly string[]): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The names of existing columns or fields, for a message, whole, so that each can be typed. */
export function joinNames(names: readonly string[]): string {
	const filled = names.filter((name) => name.trim() !== '');
	const shown = filled.slice(0, 15).map((name) => `"${name}"`);
	const more = filled.length > shown.length ? `, and ${filled.length - shown.length} more` : '';
	return shown.length === 0 ? 'nothing' : `${shown.join(', ')}${more}`;
}

export const shortenName = (text: string) => shortened(text, 40);
