import { findTestObstacle } from './body';
import type { Campaign, Decision } from './types';

const TO_EVERYONE =
	"To send to everyone, start the workflow with a schedule, form or webhook and publish it, or set 'Send To' to 'Everyone, Always'.";

/** For a model: it must report the dry run, not try to get around it. */
const TELL_DRY_RUN = 'Tell the person that this was a dry run.';

/** Decides whether this run sends to everyone, to the user's own phones as a test, or to nobody. */
export function decide(campaign: Campaign, { isLiveRun, isTool }: { isLiveRun: boolean; isTool: boolean }): Decision {
	const { sendMode, testPhones } = campaign;
	const dryRun = (why: string, advice: string): Decision => ({ kind: 'dryRun', why, advice });
	if (sendMode === 'always') return { kind: 'live' };
	if (sendMode === 'dryRun') {
		return dryRun("'Send To' is set to 'Nobody (Dry Run)'", isTool ? TELL_DRY_RUN : "To send, change 'Send To'.");
	}
	if (isTool) {
		return dryRun("An AI agent called this node, and 'Send To' does not let agents message people", TELL_DRY_RUN);
	}
	if (isLiveRun) return { kind: 'live' };
	const obstacle = findTestObstacle(campaign);
	if (obstacle !== undefined) return dryRun(`This is a test, and ${obstacle}`, TO_EVERYONE);
	if (testPhones.length > 0) return { kind: 'test' };
	return dryRun(
		"This is a test, and 'Test Phones' is empty",
		`To get the message yourself, enter your number in 'Test Phones'. ${TO_EVERYONE}`,
	);
}
