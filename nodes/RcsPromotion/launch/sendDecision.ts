import type { WorkflowExecuteMode } from 'n8n-workflow';

export type SendMode = 'careful' | 'always' | 'dryRun';

/** How many contacts a run that somebody started in the editor may reach. */
export const LARGEST_TEST = 10;

export interface Circumstances {
	hostMode: WorkflowExecuteMode;
	/** Whether an AI agent called. */
	isTool: boolean;
	/** Whether the execution was started as a test, even if n8n now goes on with it as a retry. */
	startedAsTest: boolean;
	/** How many contacts would get the message; null when they cannot be counted. */
	contacts: number | null;
}

export type SendDecision =
	| { send: true; isSmallTest: boolean }
	/** Why nothing is sent, and how to send it. */
	| { send: false; why: string; wayOut: string };

/** Runs that people start in the editor to try something out. Sub-workflows (`integrated`) count as live. */
export const isTestMode = (mode: WorkflowExecuteMode) => ['manual', 'chat', 'evaluation'].includes(mode);

export function decideToSend(sendMode: SendMode, circumstances: Circumstances): SendDecision {
	if (sendMode === 'always') return { send: true, isSmallTest: false };
	if (sendMode === 'dryRun') {
		return {
			send: false,
			why: 'Send is set to Never (Dry Run)',
			wayOut: 'Choose another value in Send when the campaign may go out.',
		};
	}
	const { hostMode, isTool, startedAsTest, contacts } = circumstances;
	if (isTool) {
		return {
			send: false,
			why: 'An AI agent called, and Send does not let agents message people',
			wayOut: 'To let agents launch, set Send to Always and let a person review each call.',
		};
	}
	if (!isTestMode(hostMode) && !startedAsTest) return { send: true, isSmallTest: false };
	const wayOut = 'Publish the workflow to send to all contacts, or set Send to Always to send from the editor, too.';
	if (contacts === null) {
		return {
			send: false,
			why: 'This is a test run, and the contacts of an uploaded list or a target audience cannot be counted',
			wayOut,
		};
	}
	if (contacts > LARGEST_TEST) {
		return {
			send: false,
			why: `This is a test run, which sends to at most ${LARGEST_TEST} contacts, and here are ${contacts.toLocaleString('en')}`,
			wayOut,
		};
	}
	return { send: true, isSmallTest: true };
}
