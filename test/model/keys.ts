/** What tells one event from another without its id: what happened to which promotion, and the figures shown with it. */
import type { IDataObject } from 'n8n-workflow';
import { figuresIn, NOTHING, type Figures } from './world';

/** `what` says more than the name of the event does. */
export function eventKey(promotionId: string, event: string, what: string, figures: Figures | null): string {
	const shown = figures === null ? 'no figures' : figures === NOTHING ? 'nothing sent' : `${figures} failed`;
	return `${promotionId} ${event} ${what}, showing ${shown}`;
}

export const isOf = (key: string, event: string) => key.split(' ')[1] === event;
export const change = (from: string | number | null, to: string | number | null) => `${from} -> ${to}`;
export const standstill = (since: number) => `since ${new Date(since).toISOString()}`;

export function keyOf(item: IDataObject): string {
	const { event, promotionId, statistics } = item;
	const counters = statistics as Record<'attempted' | 'failed', number | null> | null;
	return eventKey(String(promotionId), String(event), whatOf(item), counters && figuresIn(counters));
}

function whatOf({
	event,
	previousStatus,
	status,
	statistics,
	changes,
	settledBy,
	stalledSince,
	threshold,
}: IDataObject) {
	if (event === 'finalFiguresReady') return String(settledBy);
	if (event === 'stalled') return standstill(Date.parse(String(stalledSince)));
	if (event === 'thresholdCrossed') return String((threshold as IDataObject).direction);
	if (event !== 'countersChanged') return change(previousStatus as string | null, status as string | null);
	const after = statistics as Record<'attempted' | 'failed', number>;
	const { attempted, failed } = changes as Partial<Record<'attempted' | 'failed', { from: number }>>;
	const before = { attempted: attempted?.from ?? after.attempted, failed: failed?.from ?? after.failed };
	return change(figuresIn(before), figuresIn(after));
}
