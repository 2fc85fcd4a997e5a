import type { IExecuteFunctions } from 'n8n-workflow';
import type { Decision, SendMode } from './types';

/** Modes that run without a person watching. Sub-workflows are `integrated`. Any other mode, even a future one, is a test. */
const LIVE_MODES = ['cli', 'error', 'integrated'];
/** Trigger modes. n8n's assistant and its MCP server also use them for workflows that are not published. */
const TRIGGER_MODES = ['trigger', 'webhook'];

export async function isLiveRun(context: IExecuteFunctions): Promise<boolean> {
	const mode: string = context.getMode();
	if (mode === 'retry') return wasLiveAtFirst(context);
	if (TRIGGER_MODES.includes(mode)) return context.getWorkflow().active || (await wasTriggered(context));
	return LIVE_MODES.includes(mode);
}

/** n8n's Retry continues an execution in another mode, and reports every workflow as not published. */
function wasLiveAtFirst(context: IExecuteFunctions): boolean {
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const source: string | undefined = getExecutionContext?.call(context)?.source;
	return source === undefined || [...LIVE_MODES, ...TRIGGER_MODES, 'retry'].includes(source);
}

/**
 * n8n's workers report every workflow as not published, so there the stored execution decides. If a person or an assistant started the
 * workflow instead of its trigger, the execution contains pinData or manualData.
 */
async function wasTriggered(context: IExecuteFunctions): Promise<boolean> {
	const { getExecutionDataById } = context as Partial<IExecuteFunctions>;
	const stored = await getExecutionDataById?.call(context, context.getExecutionId()).catch(() => undefined);
	if (!stored?.executionData) return false;
	const { pinData = {} } = stored.resultData;
	return Object.keys(pinData).length === 0 && !('manualData' in stored && stored.manualData !== undefined);
}

export interface Circumstances {
	sendMode: SendMode;
	isTest: boolean;
	/** Whether an AI agent called. */
	isTool: boolean;
	/** Why this message cannot go to the test phones alone; undefined if it can. */
	beyondPhones: string | undefined;
	testPhones: readonly string[];
}

const TO_EVERYONE =
	"To send to everyone, start the workflow with a schedule, form or webhook and publish it, or set 'Send To' to 'Everyone, Always'.";

/** Decides whether this run sends to everyone, to the user's own phones as a test, or to nobody. */
export function decide({ sendMode, isTest, isTool, beyondPhones, testPhones }: Circumstances): Decision {
	const dryRun = (why: string, wayOut: string): Decision => ({ kind: 'dryRun', why, wayOut });
	if (sendMode === 'always') return { kind: 'live' };
	if (sendMode === 'dryRun') return dryRun("'Send To' is set to 'Nobody (Dry Run)'", "To send, change 'Send To'.");
	if (isTool) {
		return dryRun(
			"An AI agent called this node, and 'Send To' does not let agents message people",
			"To let agents launch, set 'Send To' to 'Everyone, Always' and have a person review each call.",
		);
	}
	if (!isTest) return { kind: 'live' };
	if (beyondPhones !== undefined) return dryRun(`This is a test, and ${beyondPhones}`, TO_EVERYONE);
	if (testPhones.length > 0) return { kind: 'test' };
	return dryRun(
		"This is a test, and 'Test Phones' is empty",
		`To get the message yourself, enter your number in 'Test Phones'. ${TO_EVERYONE}`,
	);
}
