import { grouped } from '../../service/values';

export type SendMode = 'careful' | 'always' | 'dryRun';

/** How many contacts the tests in one execution may reach. */
export const MOST_TESTED = 10;

export interface Circumstances {
	sendMode: SendMode;
	isTest: boolean;
	/** Whether an AI agent called. */
	isTool: boolean;
	/** How many contacts would get the message in a test; null if they cannot be counted. */
	testSize: number | null;
	/** How many contacts the tests in this execution have already reached. */
	alreadyTested: number;
}

export type Decision =
	| { kind: 'live' | 'test' }
	/** Why nothing is sent, and how to send it. */
	| { kind: 'dryRun'; why: string; wayOut: string };

/** Decides whether this run sends to everyone, to a few as a test, or to nobody. */
export function decide({ sendMode, isTest, isTool, testSize, alreadyTested }: Circumstances): Decision {
	const dryRun = (why: string, wayOut: string): Decision => ({ kind: 'dryRun', why, wayOut });
	if (sendMode === 'always') return { kind: 'live' };
	if (sendMode === 'dryRun') return dryRun("'Send' is set to 'Never (Dry Run)'", "To send, change 'Send'.");
	if (isTool) {
		return dryRun(
			"An AI agent called this node, and 'Send' does not let agents message people",
			"To let agents launch, set 'Send' to 'Always Everyone' and have a person review each call.",
		);
	}
	if (!isTest) return { kind: 'live' };
	const wayOut =
		"To send to everyone, start the workflow with a schedule, form or webhook and publish it, or set 'Send' to 'Always Everyone'.";
	if (testSize === null) {
		return dryRun('This is a test, and n8n cannot count the contacts of an uploaded list or a target audience', wayOut);
	}
	const reached = alreadyTested + testSize;
	if (reached <= MOST_TESTED) return { kind: 'test' };
	return dryRun(
		`This is a test, which reaches at most ${MOST_TESTED} contacts, and there are ${grouped(reached)} in this execution`,
		`${wayOut} To try it on your own phones, add the option 'Test Recipients'.`,
	);
}
