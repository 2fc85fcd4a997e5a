import { advance } from '../../../nodes/RcsPromotionTrigger/advance';
import { Listing } from '../../../nodes/RcsPromotionTrigger/listing';
import { planReads } from '../../../nodes/RcsPromotionTrigger/plan';
import { Reads } from '../../../nodes/RcsPromotionTrigger/reads';
import type { TriggerState } from '../../../nodes/RcsPromotionTrigger/state';
import { inTurns, type Turns } from '../../../nodes/service/turns';
import { HOUR, promotion, settingsOf, START } from './timeline';

/** With what `inTurns` lets pass before a pause this makes less than 50 ms. */
const LONGEST_END_MS = 30;
const ROUNDS = 5;

/** Does the work without a pause. */
function counted<T>(work: Turns<T>) {
	let pauses = 0;
	for (;;) {
		const begun = performance.now();
		const { done, value } = work.next();
		if (done === true) return { value, pauses, endMs: performance.now() - begun };
		pauses++;
	}
}

it.each([
	['as many as are followed', 30_000],
	['more than can be followed', 40_000],
])(
	'a check of very many promotions offers a pause at each of them: %s',
	(_, count) => {
		const settings = settingsOf({ events: ['completed', 'removed', 'settled'] });
		const account = ['https://rcs.example.com', 'acme'];
		const list = Array.from({ length: count }, (_promotion, index) =>
			promotion(`p${index}`, index % 100 === 0 ? 'Running' : 'Completed', { createdDate: START + index * 1000 }),
		);
		let state: TriggerState | undefined;
		// Writing it all down takes no pause. The best of several, since a busy machine makes anything long once.
		let shortestEnd = Infinity;
		for (let poll = 1; poll <= ROUNDS; poll++) {
			const now = START + poll * HOUR;
			const listed = counted(Listing.of(list, settings, now));
			const listing = listed.value;
			const plan = counted(planReads(state, listing, settings, { account, now, processId: 'p', reads: new Reads() }));
			const process = { id: 'p', pollNumber: poll, lastPollNumber: poll, now };
			const observation = { accountId: 'acme', account, listing, readings: new Map() };
			const comparison = counted(advance(state, observation, settings, process));
			// Each goes through all that is listed; the comparison also through what it writes down.
			expect(listed.pauses).toBe(count);
			expect(plan.pauses).toBeGreaterThanOrEqual(count);
			expect(comparison.pauses).toBeGreaterThanOrEqual(3 * count);
			if (comparison.value.outdated) throw new Error('The poll was outdated');
			({ state } = comparison.value);
			shortestEnd = Math.min(shortestEnd, comparison.endMs);
		}
		expect(shortestEnd).toBeLessThan(LONGEST_END_MS);
	},
	120_000,
);

it('others get their turn while work goes on', async () => {
	let turns = 0;
	const timer = setInterval(() => turns++, 1);
	const work = function* (): Turns<string> {
		for (const end = performance.now() + 200; performance.now() < end;) yield;
		return 'done';
	};
	expect(await inTurns(work())).toBe('done');
	clearInterval(timer);
	expect(turns).toBeGreaterThan(3);
});
