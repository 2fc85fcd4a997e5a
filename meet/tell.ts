import { writeFileSync } from 'node:fs';
import { recordingVersion } from '../simulator';
import { GAPS, WORK, type Gap } from './gaps';
import type { Meeting } from './meeting';

const gaps = Object.keys(GAPS) as Gap[];

/** Says of each gap what was seen, what the nodes do about it, and what a user needs to set; then what is not known, and in short. */
export function tellAnswers(meeting: Meeting): void {
	const { answers, say } = meeting;
	const notKnown = new Map<string, string[]>();
	for (const gap of gaps) {
		const answer = answers[gap];
		if ('notKnown' in answer) {
			notKnown.set(answer.notKnown, [...(notKnown.get(answer.notKnown) ?? []), GAPS[gap]]);
			continue;
		}
		say('');
		say(GAPS[gap]);
		say(`  Seen:  ${answer.seen}`);
		say(`  Nodes: ${answer.nodes}`);
		if (answer.setting !== undefined) say(`  To do: ${answer.setting}`);
	}
	if (notKnown.size > 0) say('\nNot known');
	for (const [why, questions] of notKnown) say(`  ${questions.join('; ')}:\n    ${why}.`);
	tellInShort(meeting);
}

function tellInShort({ answers, launched, asker, say }: Meeting): void {
	const known = gaps.filter((gap) => !('notKnown' in answers[gap])).length;
	say(`\nIn short: ${known} of ${gaps.length} are known`);
	for (const [what, gap] of WORK) {
		const answer = answers[gap];
		const word =
			'notKnown' in answer ? `not known (${answer.notKnown})` : answer.works ? 'works' : 'does not work, see above';
		say(`  ${what}: ${word}`);
	}
	for (const name of launched) {
		say(
			`  Sent to the service: "${name}"${asker.signal.aborted ? ', which goes on there although this was stopped' : ''}`,
		);
	}
	say('');
}

/** Writes what the simulator plays. False, and reported, if it cannot be written. */
export function writeRecording({ answers, recorded, options, hide, say }: Meeting): boolean {
	const content = {
		what: 'How a service fills the gaps of its document. No key, phone or name, and no text of the service but status words and column names.',
		version: recordingVersion,
		answers: Object.fromEntries(gaps.map((gap) => [gap, valueOf(answers[gap])])),
		personality: recorded,
	};
	// Each text went through the same before; this is the last door.
	const text = JSON.stringify(content, (_name, value: unknown) => (typeof value === 'string' ? hide(value) : value), 2);
	try {
		const file = writeAnew(options.file, `${text}\n`);
		say(`The recording is in ${file}. To play it: npx tsx simulator/main.ts --personality ${file}`);
		return true;
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		const why = /^[A-Z]+$/.test(code) ? ` (${code})` : '';
		say(`The recording could not be written to ${options.file}${why}. Choose another with --file.`);
		return false;
	}
}

const MOST_RECORDINGS = 100;

/** Never over an earlier recording, which may know more: then with the next free number. */
function writeAnew(wanted: string, text: string): string {
	for (let number = 1; ; number++) {
		const file = number === 1 ? wanted : wanted.replace(/\.json$/, `-${number}.json`);
		try {
			writeFileSync(file, text, { flag: 'wx' });
			return file;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number >= MOST_RECORDINGS) throw error;
		}
	}
}

const valueOf = (answer: Meeting['answers'][Gap]) =>
	'notKnown' in answer ? { notKnown: answer.notKnown } : { value: answer.value };
