import { TARGETING } from './body';
import type { Campaign, Decision } from './types';

const TO_EVERYONE =
	"To send to everyone, start the workflow with a schedule, form or webhook and publish it, or set 'Send To' to 'Everyone, Always'.";

/** For a model: it must report the dry run, not try to get around it. */
const TELL_DRY_RUN = 'Tell the person that this was a dry run.';

/** Decides whether this run sends to everyone, to the user's own phones as a test, or to nobody. */
export function decide(campaign: Campaign, { isLiveRun, isTool }: { isLiveRun: boolean; isTool: boolean }): Decision {
	const { sendMode, testPhones } = campaign;
	const dryRun = (why: string, advice: string): Decision => ({ kind: 'dryRun', why, advice });
	if (sendMode === 'always') return { kind: 'everyone' };
	if (sendMode === 'dryRun') {
		return dryRun("'Send To' is set to 'Nobody (Dry Run)'", isTool ? TELL_DRY_RUN : "To send, change 'Send To'.");
	}
	if (isTool) {
		return dryRun("An AI agent called this node, and 'Send To' does not let agents message people", TELL_DRY_RUN);
	}
	if (isLiveRun) return { kind: 'everyone' };
	const obstacle = findTestObstacle(campaign);
	if (obstacle !== undefined) return dryRun(`This is a test, and ${obstacle}`, TO_EVERYONE);
	if (testPhones.length > 0) return { kind: 'testPhones' };
	return dryRun(
		"This is a test, and 'Test Phones' is empty",
		`To get the message yourself, enter your number in 'Test Phones'. ${TO_EVERYONE}`,
	);
}

/** Why this campaign cannot be sent to the test phones only; undefined if it can. */
export function findTestObstacle(campaign: Campaign): string | undefined {
	const { additionalBodyFields, descriptiveProperties } = campaign;
	if (campaign.recipientSource === 'uploadedList')
		return 'an uploaded list goes to its own contacts, not to test phones';
	if (campaign.contactOptions.sendFileUnchanged)
		return 'a file that is sent unchanged goes to its own contacts, not to test phones';
	const ownId = campaign.references.find(({ column }) => column === 'businesssubscriberid');
	if (ownId) return `${ownId.where} uses the contact's own ID, which must not be sent with your phone`;
	const reachesOthers = (label: string) => `'${label}' could make the service send to other phones, too`;
	if (Object.keys(additionalBodyFields).length > 0) return reachesOthers('Additional Body Fields');
	const targeting = Object.entries(TARGETING).find(([name]) => name in descriptiveProperties);
	return targeting && reachesOthers(targeting[1]);
}
