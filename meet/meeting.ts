import { endpoints } from '../nodes/service/endpoints';
import type { RecordedPersonality } from '../simulator';
import type { Asker } from './asker';
import type { Seen } from './exchange';
import { GAPS, type Gap, type GapAnswer, type Learned } from './gaps';
import type { Account, Options } from './options';

const gaps = Object.keys(GAPS) as Gap[];

/** What all steps share: whom to ask, and what was learned so far. */
export class Meeting {
	readonly answers: Record<Gap, GapAnswer>;
	/** Names of the campaigns that were sent, answered or not. */
	readonly launched: string[] = [];
	/** What the simulator will play. */
	readonly recorded: RecordedPersonality = {};

	constructor(
		readonly asker: Asker,
		readonly account: Account,
		readonly options: Options,
		/** Takes the key, the account ID and the phone out of a text. */
		readonly hide: (text: string) => string,
		/** One line for the person who waits. */
		readonly say: (line: string) => void,
	) {
		this.answers = Object.fromEntries(gaps.map((gap) => [gap, { notKnown: 'not tried' }])) as Record<Gap, GapAnswer>;
	}

	learn(gap: Gap, learned: Learned): void {
		this.answers[gap] = learned;
	}

	notKnown(gap: Gap, why: string): void {
		this.answers[gap] = { notKnown: why };
	}

	/** For gaps that nothing was learned of yet. */
	nothingLearned(why: string): void {
		for (const gap of gaps) if (this.isOpen(gap)) this.notKnown(gap, why);
	}

	isOpen(gap: Gap): boolean {
		const answer = this.answers[gap];
		return 'notKnown' in answer && answer.notKnown === 'not tried';
	}

	async readList(headers: Record<string, string> = {}): Promise<Seen> {
		return await this.asker.read({ path: endpoints.promotions(this.account.accountId), headers });
	}

	async readStatistics(promotionId: string): Promise<Seen> {
		return await this.asker.read({ path: endpoints.statistics(this.account.accountId, promotionId) });
	}

	async readReport(promotionId: string, encoding = 'identity', mostBytes?: number): Promise<Seen> {
		const path = endpoints.report(this.account.accountId, promotionId);
		const headers = { accept: 'text/csv, */*;q=0.5', 'accept-encoding': encoding };
		return await this.asker.read({ path, headers, mostBytes });
	}
}
