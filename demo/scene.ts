import {
	startSimulator,
	type Counters,
	type NewPromotion,
	type ReportFacts,
	type Settings,
	type Simulator,
} from '../simulator';

const HOUR = 3_600_000;

/** Of those whom the recipes read from a CRM, so that the recipe that leaves out who got a campaign has people to leave out. */
const CUSTOMERS_OF_RECIPES = [
	{ Name: 'Ada Lovelace', Phone: '+15550100101' },
	{ Name: 'Deniz Kaya', Phone: '+15550100104' },
];

/** What a small shop might have on its account: two past campaigns, one under way, one being prepared, one paused. */
function campaigns(now: number): NewPromotion[] {
	return [
		{
			promotionId: 'demo-spring-sale',
			name: 'Spring sale',
			phase: 'completed',
			createdAt: now - 72 * HOUR,
			recipients: 12_400,
			report: { failedPerThousand: 15 },
		},
		{
			promotionId: 'demo-loyalty-points',
			name: 'Loyalty points reminder',
			phase: 'completed',
			createdAt: now - 30 * HOUR,
			recipients: 3_150,
			report: { failedPerThousand: 128, seed: 2, extraRows: CUSTOMERS_OF_RECIPES },
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
			// People who look around for a day can still stop or cancel it by hand.
			durations: { preparationMs: 24 * HOUR, runningMs: HOUR / 6, tailMs: HOUR / 6 },
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

/** People who have left, by campaign; the report does not show them. */
const OPTED_OUT = { 'demo-spring-sale': 41, 'demo-loyalty-points': 58 };

/** The figures of a completed campaign are those of its report, so that they add up. */
function countersOf({ rows, byStatus }: ReportFacts, optout: number): Counters {
	const { Failed = 0, Delivered = 0, Read = 0, Interacted = 0 } = byStatus;
	const read = Read + Interacted;
	return {
		attempted: rows,
		failed: Failed,
		sent: rows - Failed,
		delivered: Delivered + read,
		read,
		interacted: Interacted,
		optout,
	};
}

/** Long enough to see each phase, short enough to wait for. For stopping by hand there is the summer preview. */
const AT_LEISURE = { preparationMs: 5_000, runningMs: 8_000, tailMs: 120_000 };

/** What goes wrong in the demo, each by a name that its owner chooses. The tour in docs/tour.md tells of them. */
export const TROUBLE_BY_NAME = {
	failing: { failedPerThousand: 350 },
	late: { listedAfterMs: 20_000 },
	outage: { downMs: 60_000 },
};

/** The simulated service of the demo. What is launched there goes through its whole life by itself. */
export async function startScene(settings: Partial<Settings> = {}): Promise<Simulator> {
	const simulator = await startSimulator({
		settings: {
			durations: AT_LEISURE,
			unapprovedTemplates: ['no_such_template'],
			// As in the recipes; a launch with another number of texts is refused.
			templateTexts: { spring_greetings: 2 },
			byName: TROUBLE_BY_NAME,
			...settings,
		},
	});
	simulator.addPromotions(campaigns(simulator.now()));
	for (const [promotionId, optout] of Object.entries(OPTED_OUT)) {
		simulator.update(promotionId, { counters: countersOf(simulator.reportFacts(promotionId), optout) });
	}
	return simulator;
}
