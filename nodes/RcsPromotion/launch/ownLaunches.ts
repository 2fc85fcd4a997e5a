import { sameName } from './newPromotions';

/** More than can be under way at once, so that what is forgotten has long been listed. */
const MOST_KEPT = 2_000;

export interface OwnLaunch {
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
}

const launches = new Map<string, OwnLaunch>();

/** What this process of n8n launches, in whatever execution: several at once under one name must not take each other for strangers. */
export const ownLaunches = {
	/** A further try of the same launch finds what an earlier one noted. */
	note(id: string, launch: Omit<OwnLaunch, 'promotionId'>): OwnLaunch {
		const own = launches.get(id) ?? { ...launch, promotionId: null };
		launches.set(id, own);
		for (const oldest of launches.keys()) {
			if (launches.size <= MOST_KEPT) break;
			launches.delete(oldest);
		}
		return own;
	},

	remove(launch: OwnLaunch): void {
		for (const [id, known] of launches) if (known === launch) launches.delete(id);
	},

	/** The others of the same name and account. */
	beside(launch: OwnLaunch): OwnLaunch[] {
		return [...launches.values()].filter(
			(other) =>
				other !== launch && other.account === launch.account && sameName(other.promotionName, launch.promotionName),
		);
	},
};
