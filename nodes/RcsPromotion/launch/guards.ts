import { sorted } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { counted, grouped } from '../../service/values';
import type { LaunchAttempt } from './attempt';
import { named, sameName } from './newPromotions';
import type { PreparedLaunch } from './prepare';
import type { Obstacle } from './obstacles';
import { SentBefore, type Reservation } from './sentBefore';

export interface Guarded {
	attempt: LaunchAttempt;
	launch: PreparedLaunch;
}

/** What speaks against a launch before the service is asked. */
export function obstaclesTo(guarded: Guarded): Array<Obstacle | undefined> {
	return [tooManyRecipients(guarded), sameAgain(guarded) ?? tooManyLaunches(guarded)];
}

function tooManyRecipients({ launch: { request, contacts } }: Guarded): Obstacle | undefined {
	const { maximumRecipients, recipients } = request;
	if (maximumRecipients === Infinity) return undefined;
	const limit = grouped(maximumRecipients);
	if (contacts === null && recipients !== 'uploadedList') {
		return {
			message: `The contacts cannot be counted, so there may be more than 'Maximum Recipients' (${limit})`,
			wayOut: "Correct the file, or set 'Maximum Recipients' to 0 to send without a limit.",
		};
	}
	if (contacts === null || contacts <= maximumRecipients) return undefined;
	return {
		message: `There are ${counted(contacts, 'contact')}, more than 'Maximum Recipients' (${limit})`,
		wayOut: "To send to all of them, raise 'Maximum Recipients' in 'Options'.",
	};
}

function sameAgain({ attempt: { memory }, launch }: Guarded): Obstacle | undefined {
	if (!memory.hasSent(launch.digest)) return undefined;
	return {
		message: `This execution has already sent the same message to the same recipients, so "${launch.request.promotionName}" was not sent again`,
		wayOut: 'Remove the repeated input item, the loop around this node, or the other node that launches the same.',
	};
}

function tooManyLaunches({ attempt: { item, memory, run }, launch: { request } }: Guarded): Obstacle | undefined {
	const { maximumLaunches, recipients, promotionName } = request;
	const sent = memory.sent().length;
	if (sent >= maximumLaunches) {
		return {
			message: `This execution has reached 'Maximum Launches' (${maximumLaunches}), so "${promotionName}" was not sent`,
			wayOut:
				"If this node is in a loop, each round makes its own launch. Remove the loop, so that all items make one launch, and leave out the contacts that already got the message. To make all of these launches, raise 'Maximum Launches' in 'Options'.",
		};
	}
	const items = recipients === 'inputItems' ? 1 : item.context.getInputData().length;
	const before = memory.sentOutside(run).length;
	if (before + items <= maximumLaunches) return undefined;
	const added = before === 0 ? ', ' : `. With the ${before} already made, that is `;
	return {
		message: `${items} input items would make ${items} launches${added}more than 'Maximum Launches' (${maximumLaunches}) allows`,
		wayOut:
			"For one launch to all contacts, set 'Recipients' to 'Input Items'. If you want all of these launches, raise 'Maximum Launches' in 'Options'.",
	};
}

export interface PromotionsOfName {
	/** The IDs of promotions with this name, listed before the launch. */
	listedBefore: string[];
	/** The newest of them, or what this execution launched under the name before the list shows it. */
	existing?: { promotionId: string | null };
}

/** Looks for the name among what is listed and what this execution has launched. */
export function promotionsOfName({ attempt: { memory }, launch }: Guarded, promotions: Promotion[]): PromotionsOfName {
	const { promotionName } = launch.request;
	const listed = sorted(named(promotions, promotionName), { field: 'createdDate', direction: 'descending' });
	const listedBefore = listed.map(({ promotionId }) => promotionId);
	const sent = memory.sent().find((earlier) => sameName(earlier.promotionName, promotionName));
	const sentId = typeof sent?.row.promotionId === 'string' ? sent.row.promotionId : null;
	if (listed.length === 0 && !sent) return { listedBefore };
	return { listedBefore, existing: { promotionId: listedBefore[0] ?? sentId } };
}

export function nameIsTaken({ launch: { request } }: Guarded, promotionId: string | null): Obstacle {
	return {
		message: `A promotion named "${request.promotionName}" already exists${promotionId === null ? '' : ` (${promotionId})`}`,
		wayOut:
			"Change 'Promotion Name', for example add the date (one contact per run: the contact's ID), or set 'If Name Exists' in 'Options'.",
	};
}

/** Records the launch over executions; an obstacle when the same was recorded within the hours. */
export async function reserve(guarded: Guarded): Promise<Reservation | Obstacle> {
	const { launch } = guarded;
	try {
		const record = recordOf(guarded);
		const reservation = await record.reserve(launch.repeatDigest, Date.now(), launch.request.sentBeforeHours);
		return reservation.sentBefore ? sentRecently(guarded) : reservation;
	} catch {
		return cannotRemember;
	}
}

/** The same question, without leaving a mark. */
export async function obstacleOnRecord(guarded: Guarded): Promise<Obstacle | undefined> {
	const { repeatDigest, request } = guarded.launch;
	try {
		const wasSent = await recordOf(guarded).wasSent(repeatDigest, Date.now(), request.sentBeforeHours);
		return wasSent ? sentRecently(guarded) : undefined;
	} catch {
		return cannotRemember;
	}
}

/** What to tell where n8n remembers less than what 'If Sent Before' looks back. */
export async function remarkOnRecord(guarded: Guarded): Promise<string[]> {
	const { sentBeforeHours, ifSentBefore } = guarded.launch.request;
	if (ifSentBefore === 'launch') return [];
	const reach = await recordOf(guarded)
		.shortReach(Date.now(), sentBeforeHours)
		.catch(() => undefined);
	if (reach === undefined) return [];
	const seen = reach === 0 ? 'hour' : counted(reach, 'hour');
	return [
		`This node launches so often that n8n remembers only the last ${seen}, so 'If Sent Before' could not check all of the last ${sentBeforeHours} hours. n8n remembers about 11,000 launches per node.`,
	];
}

function recordOf({ attempt: { item } }: Guarded): SentBefore {
	const { context } = item;
	return new SentBefore(context.helpers, `${context.getWorkflow().id} ${context.getNode().id}`);
}

const sentRecently = ({ launch: { request, audience } }: Guarded): Obstacle => ({
	message: `This node sent the same template to the same recipients within the last ${request.sentBeforeHours} hours, so "${request.promotionName}" was not launched to ${audience}`,
	wayOut:
		"To send it to them again, set 'If Sent Before' to 'Launch Anyway', or lower 'Hours to Look Back'. A launch that may not have gone through counts, too; look for it with Promotion: Get Many.",
});

const cannotRemember: Obstacle = {
	message: 'n8n could not check whether this was sent before',
	wayOut:
		"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set 'If Sent Before' in 'Options' to 'Launch Anyway'.",
};
