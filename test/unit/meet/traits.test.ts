import { personalities, startSimulator, type Personality, type Simulator } from '../../../simulator';
import { API_KEY, CONFIRMED, EVERYTHING, fillAccount, meetService, recordingOf, type Recording } from './support';

/** Each personality, met and then played from its recording: what is true of it is taken from the simulator. */

const DURATIONS = { preparationMs: 2_400, runningMs: 1_000, tailMs: 100 };
const SPEED = 60;

interface Bracket {
	fromMs: number;
	toMs: number;
}

interface Told {
	personality: Personality;
	service: Simulator;
	first: Recording;
	second: Recording;
	output: string;
}

async function meetBoth(personality: Personality): Promise<Told> {
	const settings = { durations: DURATIONS, unapprovedTemplates: ['tpl-9-does-not-exist'] };
	const listDelayMs = personality.listDelayMs / SPEED;
	const service = await startSimulator({
		personality: personality.name,
		apiKey: API_KEY,
		settings: { ...settings, listDelayMs },
	});
	fillAccount(service, 30);
	const met = await meetService(service, { args: EVERYTHING, typed: CONFIRMED });
	const played = await startSimulator({ personality: met.file, apiKey: API_KEY, settings });
	try {
		fillAccount(played, 30);
		const again = await meetService(played, { args: EVERYTHING, typed: CONFIRMED });
		return { personality, service, first: recordingOf(met), second: recordingOf(again), output: met.output };
	} finally {
		await Promise.all([service.stop(), played.stop()]);
	}
}

let all: Told[] = [];
beforeAll(async () => {
	all = await Promise.all(personalities.map(meetBoth));
});

/** Of each personality, what was learned of a gap beside what is true. */
function expectOfAll(gap: string, pick: (value: never) => unknown, truth: (told: Told) => unknown): void {
	const learned = all.map(({ personality, first }) => [personality.name, pick(first.answers[gap]?.value as never)]);
	expect(learned).toEqual(all.map((told) => [told.personality.name, truth(told)]));
}

const same = (value: unknown) => value;
const statusOf = ({ status }: { status: number }) => status;
const typeOf = ({ contentType }: { contentType: string | null }) => contentType;

it('names status words in their order, from launch to end', () => {
	expectOfAll('statusOrder', same, ({ personality: { statusWords } }) => [
		...statusWords.preparation,
		...statusWords.running,
		...statusWords.completed,
	]);
});

it('names the unit of timestamps', () => {
	const perMs = { s: 0.001, ms: 1, us: 1000, ns: 1_000_000 };
	expectOfAll(
		'timestampUnit',
		(unit: keyof typeof perMs) => perMs[unit],
		({ personality }) => personality.timestamp(1_000_000) / 1_000_000,
	);
});

it('names statuses and content types of every answer', () => {
	expectOfAll('listAnswer', statusOf, ({ personality }) => personality.successStatus.list);
	expectOfAll('listAnswer', typeOf, ({ personality }) => personality.jsonContentType);
	expectOfAll('statisticsAnswer', statusOf, ({ personality }) => personality.successStatus.stats);
	expectOfAll('reportAnswer', statusOf, ({ personality }) => personality.successStatus.report);
	expectOfAll('reportAnswer', typeOf, ({ personality }) => personality.csvContentType);
	expectOfAll('launchAnswer', statusOf, ({ personality }) => personality.successStatus.launch);
	expectOfAll('stopBefore', statusOf, ({ personality }) => personality.successStatus.patch);
	expectOfAll('cancelBefore', statusOf, ({ personality }) => personality.successStatus.patch);
	expectOfAll('repeatedLaunch', statusOf, ({ personality }) => personality.successStatus.launch);
});

it('names how each refuses', () => {
	const refusals = { missingKey: 'missingKey', wrongKey: 'wrongKey', wrongAccount: 'wrongAccount' } as const;
	const others = {
		unknownPromotion: 'unknownPromotion',
		invalidRequest: 'invalid',
		refusedLaunch: 'notApproved',
		stopLate: 'notInPreparation',
	} as const;
	for (const [gap, kind] of Object.entries({ ...refusals, ...others })) {
		expectOfAll(gap, statusOf, ({ personality }) => personality.refusalStatus[kind]);
		expectOfAll(gap, typeOf, ({ personality }) => personality.refusalBody({ kind, reason: 'x' }, '1').contentType);
	}
});

it('names whether and where a launch names the promotion', () => {
	expectOfAll(
		'launchAnswer',
		({ idAt }: { idAt: string | null }) => idAt !== null,
		({ personality }) => personality.launchAnswer('the-id', { promotionId: 'the-id' }).text.includes('the-id'),
	);
});

it('tells an answer with a success status that launched nothing', () => {
	expectOfAll(
		'refusedLaunch',
		({ isListed }: { isListed: boolean }) => isListed,
		() => false,
	);
	const says = all
		.filter(({ output }) => output.includes('does not mean launched'))
		.map(({ personality }) => personality.name);
	expect(says).toEqual(
		personalities.filter(({ refusalStatus }) => refusalStatus.notApproved < 300).map(({ name }) => name),
	);
});

it('names how long a launch takes to be listed, and what the list leaves out', () => {
	for (const { personality, first, service } of all) {
		const { fromMs, toMs } = first.answers.listedAfter?.value as Bracket;
		const truth = service.settings().listDelayMs as number;
		expect([personality.name, fromMs <= truth, truth <= toMs]).toEqual([personality.name, true, true]);
	}
	expectOfAll('listLimit', same, ({ personality }) => personality.listNewest || null);
	expectOfAll('listOrder', same, ({ personality }) => personality.listOrder);
});

it('names what comes before the first figures', () => {
	expectOfAll(
		'statisticsBeforeStart',
		(value: { status: number } | string) => (typeof value === 'string' ? value : 'refused'),
		({ personality }) => personality.statsBeforeStart,
	);
	expectOfAll(
		'reportBeforeStart',
		(value: { status: number } | string) => (typeof value === 'string' ? value : 'refused'),
		({ personality }) => personality.reportInPreparation,
	);
});

it('names how stopped and cancelled promotions go on', () => {
	expectOfAll(
		'cancelledListed',
		(value: string) => value !== 'gone',
		({ personality }) => personality.cancelledStaysListed,
	);
	expectOfAll(
		'cancelStopped',
		({ status }: { status: number }) => status < 300,
		({ personality }) => personality.stoppedCountsAsPreparation,
	);
});

it('names how reports are written', () => {
	expectOfAll('reportEnd', same, ({ personality }) => personality.reportTransport);
	expectOfAll(
		'reportAnswer',
		({ lineEnding }: { lineEnding: string }) => lineEnding,
		({ personality }) => personality.reportLineEnding,
	);
	expectOfAll(
		'reportAnswer',
		({ quotesAll }: { quotesAll: boolean }) => quotesAll,
		({ personality }) => personality.reportQuotesAll,
	);
	expectOfAll('reportWords', same, ({ personality }) => Object.values(personality.reportWords).sort());
	expectOfAll(
		'retryEntries',
		({ count }: { count: number }) => count,
		({ personality }) => personality.retryEntries.count,
	);
});

it('launches no more than it says, and only to the phone given', () => {
	for (const { service } of all) {
		const launches = service.launches();
		expect(launches.length).toBe(4);
		for (const { file } of launches) expect(file?.contents?.firstRows).toEqual([['Test', '+4915112345678', 'en']]);
		const own = new Set(launches.map(({ promotionId }) => promotionId));
		expect(service.patches().filter(({ promotionId }) => !own.has(promotionId))).toEqual([]);
	}
});

it('gives the same answers when the recording is played', () => {
	const comparable = ({ answers }: Recording) => {
		const { listedAfter, ...others } = answers;
		return { ...others, isListed: listedAfter?.value !== undefined };
	};
	for (const { personality, first, second } of all) {
		expect([personality.name, comparable(second)]).toEqual([personality.name, comparable(first)]);
		const latest = ({ answers }: Recording) => (answers.listedAfter?.value as Bracket).toMs;
		expect(Math.abs(latest(second) - latest(first))).toBeLessThan(1_000);
	}
});
