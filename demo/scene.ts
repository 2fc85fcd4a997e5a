import { startSimulator, type NewPromotion, type Simulator } from '../simulator';

const HOUR = 3_600_000;

/** What a small shop might have on its account: two past campaigns, one under way, one being prepared, one paused. */
function campaigns(now: number): NewPromotion[] {
	return [
		{
			promotionId: 'demo-spring-sale',
			name: 'Spring sale',
			phase: 'completed',
			createdAt: now - 72 * HOUR,
			recipients: 12_400,
			counters: {
				attempted: 12_400,
				failed: 186,
				sent: 12_214,
				delivered: 11_910,
				read: 7_480,
				interacted: 1_902,
				optout: 41,
			},
		},
		{
			promotionId: 'demo-loyalty-points',
			name: 'Loyalty points reminder',
			phase: 'completed',
			createdAt: now - 30 * HOUR,
			recipients: 3_150,
			counters: {
				attempted: 3_150,
				failed: 402,
				sent: 2_748,
				delivered: 2_590,
				read: 1_204,
				interacted: 233,
				optout: 58,
			},
		},
		{
			promotionId: 'demo-flash-weekend',
			name: 'Flash weekend',
			phase: 'running',
			automatic: true,
			createdAt: now - HOUR / 3,
			recipients: 8_000,
			durations: { preparationMs: 0, runningMs: HOUR, tailMs: HOUR },
		},
		{
			promotionId: 'demo-summer-preview',
			name: 'Summer preview',
			phase: 'preparation',
			automatic: true,
			createdAt: now - HOUR / 60,
			recipients: 5_200,
			// Long enough to stop or cancel it by hand.
			durations: { preparationMs: HOUR / 4, runningMs: HOUR / 6, tailMs: HOUR / 6 },
		},
		{
			promotionId: 'demo-newsletter',
			name: 'Newsletter welcome',
			phase: 'stopped',
			createdAt: now - 5 * HOUR,
			recipients: 950,
		},
	];
}

/** Long enough to look at each phase, and to stop a campaign while it is being prepared. */
const AT_LEISURE = { preparationMs: 20_000, runningMs: 30_000, tailMs: 120_000 };
const AT_ONCE = { preparationMs: 1_000, runningMs: 2_000, tailMs: 0 };

/** The simulated service of the demo. What is launched there goes through its whole life by itself. */
export async function startScene({ hurried }: { hurried: boolean }): Promise<Simulator> {
	const simulator = await startSimulator({ settings: { durations: hurried ? AT_ONCE : AT_LEISURE } });
	simulator.addPromotions(campaigns(simulator.now()));
	return simulator;
}
