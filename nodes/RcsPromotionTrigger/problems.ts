import type { INode, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../form/refusal';
import { toNodeApiError } from '../service/errors';
import { asSentence, grouped } from '../service/values';
import type { Found, StatisticsFound } from './comparison';
import { EVENTS_THAT_KEEP_READING } from './events';
import { clipText, DAY_MS, HOUR_MS, type Listing } from './listing';
import type { Occasion, PollCall } from './occasion';
import { LatePollError, messageOf, Problem, type Kind } from './problem';
import type { TriggerSettings } from './settings';

/** What a poll may have to say besides events, the most important first. */
const KINDS = {
	/** The list could not be read, or the settings or the credential before it. */
	list: {},
	/** A poll took longer than n8n allows. */
	lateness: {},
	/** The credential names another account than before. */
	account: {
		isNews: true,
		describe: () => [
			"The credential has another 'Account ID' than before, so the trigger starts over",
			'It does not report what happens in the account that it watched before. If that was not intended, correct the credential.',
		],
	},
	/** A chosen promotion is not in the list. Each choice is reported by itself. */
	unlisted: {
		againAfterMs: 0,
		// When publishing, n8n shows the message alone.
		describe: (names) => [
			`The list of promotions does not show ${nameSome(names, 5)}, chosen in 'Promotion Names or IDs'`,
			'It would never start the workflow. Correct the ID, or choose from the list.',
		],
	},
	/** The statistics of some promotions or all could not be read. */
	statistics: {},
	/** Many promotions are missing from the list at once. */
	missing: {
		againAfterMs: DAY_MS,
		describe: (names) => [
			`The list lacks ${grouped(names.length)} promotions that had not ended: ${nameSome(names)}`,
			'If they were deleted, there is nothing to do: after three days they count as disappeared. Otherwise ask your provider why the list lacks them.',
		],
	},
	/** Promotions that had not ended are no longer listed, because only the newest are. */
	slidOut: {
		isNews: true,
		describe: (names) => [
			`The list no longer shows ${nameSome(names)}, which had not ended, because it shows only newer promotions`,
			'How they end cannot be seen. Ask your provider to list more promotions.',
		],
	},
	/** Their figures are final, and it is not known whether a limit was crossed. */
	openLimits: {
		isNews: true,
		describe: (names) => [
			`Whether a limit in 'Thresholds' was crossed is not known for ${nameSome(names)}, because a counter is missing or 0, or it is not known how the service counts`,
			"Look at its statistics. If no counter is missing, ask your provider how it counts, and set 'Counters' in the credential.",
		],
	},
	/** There are more promotions than can be remembered. */
	tooMany: {
		describe: () => [
			'There are more promotions than this trigger can follow',
			"It follows the 5,000 newest promotions that have not ended. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
		],
	},
} satisfies Record<string, Kind>;

/** What a poll says of what it could not see: it fails, or its items say it in one sentence. */
interface Report {
	error?: unknown;
	/** Empty if there is nothing to say. */
	checkProblem: string;
}

/** The problems of one trigger. */
export class Problems {
	private readonly problems = Object.fromEntries(
		Object.entries<Kind>(KINDS).map(([name, kind]) => [name, new Problem(kind)]),
	) as Record<keyof typeof KINDS, Problem>;
	readonly list = this.problems.list;
	readonly statistics = this.problems.statistics;
	/** The promotions that were chosen at the last good poll; undefined before the first. */
	private lastChosen?: string;
	private lastStatisticsError?: NodeApiError;

	/** @param error what ended the poll early @param warn writes to n8n's log, for what becomes no failed execution */
	report(error: unknown, hasItems: boolean, { occasion, node }: PollCall, warn: (text: string) => void): Report {
		// An activation must fail visibly: only a successful one stores the starting state.
		if (error !== undefined && occasion === 'activation by a person') return { error, checkProblem: '' };
		const { list, lateness } = this.problems;
		const isLate = error instanceof LatePollError;
		if (error !== undefined) (isLate ? lateness : list).recordFailure(error);
		const all = Object.values(this.problems);
		const due = all.filter(({ unreported }) => unreported !== undefined);
		// n8n may no longer wait for a late poll, and then the report is lost. So only its lateness is risked.
		const mayFail = (one: Problem) => mayThrow(occasion, one) && (!isLate || one === lateness);
		const failing = hasItems ? undefined : due.find(mayFail);
		const said = hasItems ? due : [];
		const report = {
			error: failing?.unreported,
			checkProblem: said.map(({ unreported }) => toSentence(unreported, node)).join(' '),
		};
		if (report.checkProblem !== '') warn(report.checkProblem);
		for (const problem of all) {
			const { unlogged, kind } = problem;
			problem.unlogged = undefined;
			if (problem === failing || (said.includes(problem) && kind.isNews)) problem.markReported();
			else if (unlogged !== undefined && !said.includes(problem)) warn(toSentence(unlogged, node));
		}
		return report;
	}

	/**
	 * A person who activates the trigger or edits its form may have chosen a promotion that is not listed. An activation fails then. After
	 * an edit, the next poll reports it.
	 */
	checkChosenIds({ occasion }: PollCall, { promotionIds = new Set() }: TriggerSettings, listing: Listing): void {
		const { unlisted } = this.problems;
		const chosen = JSON.stringify([...promotionIds]);
		const isEdited = this.lastChosen !== undefined && this.lastChosen !== chosen;
		const missing = [...promotionIds].filter((promotionId) => !listing.has(promotionId));
		if (missing.length > 0 && occasion === 'activation by a person') {
			throw new Refusal(...KINDS.unlisted.describe(missing));
		}
		this.lastChosen = chosen;
		if (isEdited) unlisted.recordSuccess();
		if (isEdited || missing.length === 0) unlisted.record(missing);
	}

	checkFound(
		{ node }: PollCall,
		{ statistics, names }: Pick<Found, 'statistics' | 'names'>,
		{ events }: TriggerSettings,
	): void {
		this.problems.lateness.recordSuccess();
		const keepsReading = EVENTS_THAT_KEEP_READING.some((event) => events.has(event));
		this.checkStatistics(node, statistics, keepsReading);
		for (const kind of ['account', 'missing', 'slidOut', 'openLimits', 'tooMany'] as const) {
			this.problems[kind].record(names[kind]);
		}
	}

	/** If no request failed, and some promotions still lack an answer, that is neither failure nor success. */
	private checkStatistics(node: INode, found: readonly StatisticsFound[], keepsReading: boolean): void {
		const { statistics } = this.problems;
		const unanswered = found.filter(({ trouble }) => trouble);
		if (unanswered.length === 0 && (found.length > 0 || keepsReading)) statistics.recordSuccess();
		const newError = unanswered.find(({ trouble }) => trouble?.error)?.trouble?.error;
		const error = (this.lastStatisticsError = newError ?? this.lastStatisticsError);
		if (!error || unanswered.length === 0) return;
		const share = `${grouped(unanswered.length)} of ${grouped(found.length)} promotions`;
		const names = nameSome(unanswered.map(({ name }) => name));
		const report = prefixMessage(node, `The figures of ${share} could not be read (${names}): `, error);
		// Of one in doubt, some counters could be read.
		const isPartial = unanswered.length < found.length || unanswered.some(({ isPartly }) => isPartly);
		if (newError) statistics.recordFailure(report, { againAfterMs: isPartial ? DAY_MS : HOUR_MS });
		// It waits to be reported: by now it may concern others.
		else if (statistics.unreported !== undefined) statistics.unreported = report;
	}
}

/** While n8n registers the trigger, no poll throws. Where that is not certain, only what was there at the poll before may be thrown. */
const mayThrow = (occasion: Occasion, { unlogged }: Problem): boolean =>
	occasion === 'schedule' || (occasion === 'maybe registration by n8n' && unlogged === undefined);

/** n8n's errors cannot be copied, so this makes another one. The key is already hidden in the texts. */
function prefixMessage(node: INode, prefix: string, { message, description, httpCode, failure }: NodeApiError) {
	const texts = { message: prefix + message, description: description ?? '' };
	return toNodeApiError(node, { ...texts, httpCode: httpCode ?? undefined, failure }, (text) => text);
}

const toSentence = (error: unknown, node: INode): string => asSentence(messageOf(error, node));

function nameSome(names: readonly string[], most = 3): string {
	const shown = names.slice(0, most).map((name) => `“${clipText(name)}”`);
	const more = names.length > most ? ` and ${grouped(names.length - most)} more` : '';
	return shown.join(', ') + more;
}
