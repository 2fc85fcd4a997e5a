import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../form/refusal';
import { ServiceClient } from '../service/client';
import { runGivingWay } from '../service/clock';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { isOver, promotionState } from '../service/promotions';
import type { Counters } from '../service/statistics';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { chosenEvents, SAMPLE_COUNTERS } from './events';
import { makeEventId, makeEvents, makeItems, type News } from './item';
import { clipText, DAY_MS, isInScope, readListing } from './listing';
import type { PromotionChange } from './record';
import { readSettings } from './readSettings';
import { workOutFigures } from './settings';

/** One item per chosen event, for building and testing the next steps. Reads the list, and does not touch the state. */
export async function makeSamples(context: IPollFunctions): Promise<IDataObject[]> {
	return await readSamples(context).catch((error: unknown) => {
		throw asNodeError(error, context.getNode());
	});
}

async function readSamples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);
	const { accountId, statedCounters } = client;
	const now = Date.now();
	const facts = { settings, accountId, isActivation: false, now, statedCounters };
	const inventCounters = (reached: Counters) => (statedCounters === 'separate' ? countOnce(reached) : reached);
	// The newest comes last.
	const completed = [...(await runGivingWay(readListing(await client.promotions()))).values()]
		.filter((listed) => promotionState(listed.status) === 'completed' && isInScope(settings, listed, now))
		.at(-1);
	const statistics = completed && (await client.statistics(completed.promotionId).catch(() => undefined));
	const counters = statistics?.counters ?? inventCounters(SAMPLE_COUNTERS);
	const figures = workOutFigures(counters, completed?.status ?? '', facts);
	const news = chosenEvents(settings).flatMap(({ event, sample }) => {
		const given = sample(figures, settings);
		const { status = 'Running', previousStatus = 'Running', finalBecause, forMs = 0 } = given;
		// Invented counters never stand under a real name.
		const shown = completed && statistics && !given.invented ? completed.promotion : INVENTED;
		const since = now - forMs;
		const shownCounters = given.invented ? inventCounters(given.invented) : counters;
		const name = clipText(plainText(shown.name));
		const change: PromotionChange = {
			record: { name, status, changedAt: since, statusAt: since, moves: 1, counters: shownCounters, finalBecause },
			previousStatus,
			countersBefore: given.countersBefore ?? shownCounters,
			reading: { kind: 'counters', counters: shownCounters },
			isFirstSight: false,
			isOldNews: false,
			becameFinal: finalBecause !== undefined,
			hasDisappeared: given.hasDisappeared ?? false,
			isSample: true,
			facts: { ...facts, settings: { ...settings, events: new Set([event]) } },
		};
		// Times that agree with a status that lasts since then.
		const times = { createdDate: since - DAY_MS, promotionEndTime: isOver(status) ? since : null };
		const promotion = change.hasDisappeared ? undefined : { ...shown, ...times };
		// No real event has this identity, so its eventId never equals a real one.
		const eventId = makeEventId(accountId, shown.promotionId, event, ['sample']);
		return makeEvents(change, shown.promotionId).events.map((emitted): News => ({
			emitted: { ...emitted, eventId },
			change,
			observedAt: now,
			promotion,
		}));
	});
	return await runGivingWay(makeItems(news));
}

/** The counters of a service that counts each message once, under its latest state. */
function countOnce({ sent, delivered, read, ...others }: Counters): Counters {
	const less = (all: number | null, later: number | null) => (all ?? 0) - (later ?? 0);
	return { ...others, sent: less(sent, delivered), delivered: less(delivered, read), read };
}

const INVENTED: Promotion = { promotionId: SAMPLE_PROMOTION_ID, name: 'Sample campaign', promotionType: 'IMMEDIATE' };
