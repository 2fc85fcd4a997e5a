import { writeFileSync } from 'node:fs';
import { recordingVersion } from '../simulator';
import { GAPS, type Gap } from './gaps';
import type { Meeting } from './meeting';

const gaps = Object.keys(GAPS) as Gap[];

/** Says of each gap what was seen, what the nodes do about it, and what a user needs to set. */
export function tellAnswers({ answers, say }: Meeting): void {
	for (const gap of gaps) {
		const answer = answers[gap];
		say('');
		say(GAPS[gap]);
		if ('notKnown' in answer) {
			say(`  Not known: ${answer.notKnown}.`);
			continue;
		}
		say(`  Seen:  ${answer.seen}`);
		say(`  Nodes: ${answer.nodes}`);
		if (answer.setting !== undefined) say(`  To do: ${answer.setting}`);
	}
	const known = gaps.filter((gap) => !('notKnown' in answers[gap])).length;
	say('');
	say(`${known} of ${gaps.length} are known.`);
}

/** Writes what the simulator plays. False, and told, if it cannot be written. */
export function writeRecording({ answers, recorded, options, hide, say }: Meeting): boolean {
	const content = {
		what: 'How a service fills the gaps of its document. No key, phone number, name or text of the service is in it.',
		version: recordingVersion,
		answers: Object.fromEntries(gaps.map((gap) => [gap, valueOf(answers[gap])])),
		personality: recorded,
	};
	// Each text went through the same before; this is the last door.
	const text = JSON.stringify(content, (_name, value: unknown) => (typeof value === 'string' ? hide(value) : value), 2);
	try {
		writeFileSync(options.file, `${text}\n`);
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		say(
			`The recording could not be written to ${options.file}${/^[A-Z]+$/.test(code) ? ` (${code})` : ''}. Choose another with --file.`,
		);
		return false;
	}
	say(`The recording is in ${options.file}. To play it: npx tsx simulator/main.ts --personality ${options.file}`);
	return true;
}

const valueOf = (answer: Meeting['answers'][Gap]) =>
	'notKnown' in answer ? { notKnown: answer.notKnown } : { value: answer.value };
