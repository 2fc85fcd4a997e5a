import { clockOf } from '../../service/clock';
import { promotionName as nameOf } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import type { Promotion } from '../../service/types';
import { comparable } from '../../service/values';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory, SentLaunch } from './memory';

export const sameName = (a: string, b: string) => comparable(a) === comparable(b);

export const named = (promotions: Promotion[], name: string): Promotion[] =>
	promotions.filter((promotion) => sameName(nameOf(promotion), name));

export interface Found {
	/** The IDs of promotions with this name that nothing else explains. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** Not if another launch of ours has the same name and no known promotion: the two cannot be told apart. */
	isSure: boolean;
}

interface OwnLaunch {
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
}

/** More than can be under way at once, so that what is forgotten has long been listed. */
const MOST_KEPT = 2_000;

/** What this process of n8n launches, in whatever execution: several at once under one name must not take each other for strangers. */
const launches = new Map<string, OwnLaunch>();

/** Forgets what this process has launched, as a restart does. */
export const forgetLaunches = () => launches.clear();

/** Follows one launch of ours in the list of promotions. */
export class ListWatch {
	private readonly id: string;
	private readonly own: OwnLaunch;

	constructor(
		private readonly item: ItemContext,
		private readonly memory: LaunchMemory,
		private readonly sent: SentLaunch,
	) {
		// A further try of the same launch finds what an earlier one noted.
		this.id = `${sent.sentAt} ${sent.digest}`;
		const { promotionName } = sent;
		this.own = launches.get(this.id) ?? { account: item.client.account, promotionName, promotionId: null };
		launches.set(this.id, this.own);
		for (const oldest of launches.keys()) {
			if (launches.size <= MOST_KEPT) break;
			launches.delete(oldest);
		}
	}

	/** It turned out to be this promotion. */
	is(promotionId: string | null): void {
		this.own.promotionId = promotionId;
	}

	/** It was refused. */
	end(): void {
		launches.delete(this.id);
	}

	/** Reads the list after each of these waits, in ms, until it shows a new promotion of this name. */
	async look(delaysMs: readonly number[]): Promise<Found> {
		const { client, context } = this.item;
		const clock = clockOf(context);
		let couldRead = false;
		let newIds: string[] = [];
		for (const delay of delaysMs) {
			if (newIds.length > 0 || !(await clock.pause(delay))) break;
			const promotions = await client.promotions(ONCE).catch(() => undefined);
			couldRead ||= promotions !== undefined;
			newIds = this.newIn(promotions ?? []);
		}
		return { newIds, couldRead, isSure: this.others().every((promotionId) => promotionId !== null) };
	}

	private newIn(promotions: Promotion[]): string[] {
		const known = new Set([...this.sent.listedBefore, ...this.others()]);
		const ids = named(promotions, this.sent.promotionName).map(({ promotionId }) => promotionId);
		return ids.filter((id) => !known.has(id));
	}

	/** The promotions of our other launches under this name, asked anew as they become known meanwhile. */
	private others(): Array<string | null> {
		const { account, promotionName } = this.own;
		const inProcess = [...launches.values()].filter((other) => other !== this.own && other.account === account);
		const inExecution = this.memory.others().map((other) => {
			const { promotionId } = other.row;
			return { promotionName: other.promotionName, promotionId: typeof promotionId === 'string' ? promotionId : null };
		});
		return [...inProcess, ...inExecution]
			.filter((other) => sameName(other.promotionName, promotionName))
			.map(({ promotionId }) => promotionId);
	}
}
