import { awaitListed, launchCampaign, newWithName, type Campaign } from '../campaign';
import { comparable, contentTypeOf, describeAnswer, recordedAnswer } from '../forms';
import { listingOf } from '../listing';
import type { Meeting } from '../meeting';
import { isSuccess, nodesOnLaunch } from '../nodesView';
import type { LaunchOptions } from '../options';
import { meetCancel, meetLateStop, meetStop } from './changes';
import { learnLaunchAnswer } from './launchAnswer';
import { watch } from './watch';

/** How long the list is looked at for what may never be listed. */
const looksFor = (meeting: Meeting) => Math.max(4 * meeting.options.everyMs, 2 * (meeting.recorded.listDelayMs ?? 0));

/** The test campaign, and those for what else is to be tried. Called only after the confirmation. */
export async function meetLaunch(meeting: Meeting, launch: LaunchOptions): Promise<void> {
	const campaign = await launchCampaign(meeting, launch, { purpose: 'watched' });
	if (typeof campaign === 'string') {
		meeting.notKnown('launchAnswer', campaign);
		return;
	}
	learnLaunchAnswer(meeting, campaign);
	const ended = await watch(meeting, campaign, launch);
	if (launch.stop) await meetLateStop(meeting, campaign, ended);
	if (launch.repeat) await meetRepeat(meeting, launch, campaign);
	if (launch.refused) await meetRefusedLaunch(meeting, launch);
	const stopped = launch.stop ? await meetStop(meeting, launch) : undefined;
	if (launch.cancel) await meetCancel(meeting, launch, stopped);
}

async function meetRepeat(meeting: Meeting, launch: LaunchOptions, first: Campaign): Promise<void> {
	const again = await launchCampaign(meeting, launch, { purpose: 'repeated', name: first.name });
	if (typeof again === 'string' || again.launched.kind === 'none') {
		meeting.notKnown('repeatedLaunch', typeof again === 'string' ? again : 'the service did not answer the second one');
		return;
	}
	const listed = await awaitListed(meeting, again, looksFor(meeting));
	meeting.learn('repeatedLaunch', {
		value: { ...comparable(again.launched, meeting.hide), launchedTwice: listed !== undefined },
		seen: `${describeAnswer(again.launched, meeting.hide)}, and the list ${listed ? 'shows a second promotion with this name' : 'shows no second promotion'}.`,
		nodes:
			'They never send a launch twice by themselves, and refuse a name that is listed or a repeat within 20 hours.',
		...(listed && {
			setting:
				"Keep 'If Name Exists' and 'Refuse Repeats Within Hours' as they are: the service does not hold a repeat back.",
		}),
	});
}

async function meetRefusedLaunch(meeting: Meeting, launch: LaunchOptions): Promise<void> {
	const { hide, recorded } = meeting;
	const { name, id } = launch.template;
	const template = { ...launch.template, name: `${name}-does-not-exist`, id: `${id}-does-not-exist` };
	const campaign = await launchCampaign(meeting, launch, { purpose: 'refused', template });
	if (typeof campaign === 'string') {
		meeting.notKnown('refusedLaunch', campaign);
		return;
	}
	const { launched, before } = campaign;
	if (launched.kind === 'none') {
		meeting.notKnown('refusedLaunch', `the service ${launched.why}`);
		return;
	}
	await meeting.asker.pause(looksFor(meeting));
	const listing = listingOf(await meeting.readList(), meeting);
	const isListed = typeof listing === 'string' ? null : newWithName(campaign.name, before, listing.entries).length > 0;
	const listedWords =
		isListed === null
			? 'the list could not be read'
			: isListed
				? 'and it is listed all the same'
				: 'and it is not listed';
	meeting.learn('refusedLaunch', {
		value: { ...comparable(launched, hide), isListed },
		seen: `${describeAnswer(launched, hide)}, ${listedWords}.${isSuccess(launched) && isListed === false ? ' So an answer with a success status does not mean launched.' : ''}`,
		nodes: nodesOnLaunch(launched),
	});
	if (isListed === false) {
		const { status, text } = recordedAnswer(launched, hide);
		recorded.refusals = {
			...recorded.refusals,
			notApproved: { status, text, contentType: contentTypeOf(launched, hide) },
		};
	}
}
