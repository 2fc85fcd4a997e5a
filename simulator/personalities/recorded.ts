import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { alder } from './alder';
import { documentedFinalWords, type Personality } from './personality';
import type { EndpointName, Phase, RefusalKind } from '../types';

/**
 * A personality as plain data, as `npm run meet` writes it. What it leaves out was not learned, and is played as alder does it.
 * Texts of the service are not in it: only the form of its answers.
 */
export interface RecordedPersonality {
	successStatus?: Partial<Record<EndpointName, number>>;
	refusals?: Partial<Record<RefusalKind, RecordedAnswer>>;
	jsonContentType?: string | null;
	csvContentType?: string | null;
	/** `${promotionId}` in its text stands for the ID. */
	launchAnswer?: RecordedAnswer;
	statusWords?: Partial<Record<Phase, string[]>>;
	/** 9 stands for any digit, f and F for any hexadecimal one, z and Z for any letter. */
	promotionIdPattern?: string;
	timestampUnit?: keyof typeof unitsPerMs;
	listDelayMs?: number;
	listNewest?: number;
	listOrder?: Personality['listOrder'];
	cancelledStaysListed?: boolean;
	stoppedCountsAsPreparation?: boolean;
	statsBeforeStart?: Personality['statsBeforeStart'];
	reportInPreparation?: Personality['reportInPreparation'];
	reportTransport?: Personality['reportTransport'];
	reportLineEnding?: Personality['reportLineEnding'];
	reportQuotesAll?: boolean;
	reportWords?: Partial<Personality['reportWords']>;
	retryEntries?: Personality['retryEntries'];
}

/** A launch's status is in successStatus. */
export interface RecordedAnswer {
	status: number;
	contentType: string | null;
	text: string;
}

export const recordingVersion = 1;

const unitsPerMs = { s: 0.001, ms: 1, us: 1000, ns: 1_000_000 };

/** Reads a file that `npm run meet` wrote. */
export function recordedPersonality(file: `${string}.json`): Personality {
	const path = resolve(file) as `${string}.json`;
	const given = JSON.parse(readFileSync(path, 'utf8')) as { version?: number; personality?: RecordedPersonality };
	if (given.version !== recordingVersion || typeof given.personality !== 'object') {
		throw new Error(`${file} is not a recording of version ${recordingVersion}. Make it anew with npm run meet.`);
	}
	return played(path, given.personality);
}

function played(name: `${string}.json`, recorded: RecordedPersonality): Personality {
	const {
		successStatus,
		refusals = {},
		launchAnswer,
		statusWords,
		promotionIdPattern,
		timestampUnit,
		...rest
	} = recorded;
	const { reportWords, ...plain } = rest;
	const statuses = Object.entries(refusals).map(([kind, { status }]) => [kind, status]);
	return {
		...alder,
		...plain,
		name,
		successStatus: { ...alder.successStatus, ...successStatus },
		refusalStatus: { ...alder.refusalStatus, ...Object.fromEntries(statuses) },
		// One kind of refusal looks like another of the same service rather than like one of alder's.
		refusalBody: (refusal, requestId) =>
			refusals[refusal.kind] ?? Object.values(refusals)[0] ?? alder.refusalBody(refusal, requestId),
		launchAnswer: launchAnswer
			? (promotionId) => ({ ...launchAnswer, text: launchAnswer.text.replaceAll('${promotionId}', promotionId) })
			: alder.launchAnswer,
		statusWords: { ...alder.statusWords, ...documentedFinalWords, ...statusWords },
		newPromotionId: promotionIdPattern === undefined ? alder.newPromotionId : () => idLike(promotionIdPattern),
		timestamp: (milliseconds) => Math.floor(milliseconds * unitsPerMs[timestampUnit ?? 'ms']),
		reportWords: { ...alder.reportWords, ...reportWords },
	};
}

const lettersByClass: Record<string, string> = {
	9: '0123456789',
	f: '0123456789abcdef',
	F: '0123456789ABCDEF',
	z: 'abcdefghijklmnopqrstuvwxyz',
	Z: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

/** Never with a leading zero, and long enough that no two are the same. */
export function idLike(pattern: string): string {
	const letters = Array.from(pattern.padEnd(9, '9'), (sign, index) => {
		const choices = lettersByClass[sign]?.slice(index === 0 && sign === '9' ? 1 : 0);
		return choices === undefined ? sign : choices.charAt(randomInt(choices.length));
	});
	return letters.join('');
}
