import { NodeOperationError, type INode, type NodeApiError } from 'n8n-workflow';
import { toNodeApiError } from '../service/errors';
import { asSentence, grouped } from '../service/values';
import type { Found, StatisticsFound } from './comparison';
import { clipText, type Listing } from './listing';
import { isRegistration, type PollCall } from './occasion';
import { LatePollError, messageOf, Problem } from './problem';
import type { TriggerSettings } from './settings';

/** What a poll says of what it could not see: it fails, or its items say it in one sentence. */
interface Report {
	error?: unknown;
	checkProblem?: string;
}

/** The problems of one trigger. */
export class Problems {
	/** The list could not be read, or the settings or the credential before it. */
	readonly list = new Problem();
	/** The statistics of some promotions or all could not be read. */
	readonly statistics = new Problem();
	/** A poll took longer than n8n allows. */
	readonly lateness = new Problem();
	/** The credential names another account than before. */
	private readonly account = new Problem();
	/** Many promotions are missing from the list at once. */
	private readonly missing = new Problem();
	/** Promotions that had not ended are no longer listed, because only the newest are. */
	private readonly slidOut = new Problem();
	/** It is not known whether a limit was crossed, because it is not known what the counters mean. */
	private readonly openLimits = new Problem();
	/** There are more promotions than can be remembered. */
	private readonly tooMany = new Problem();
	/** A chosen promotion is not in the list. */
	private unlistedPromotion = new Problem();
	/** The promotions that were chosen at the last good poll; undefined before the first. */
	private lastChosen?: string;
	/** A choice that is checked once more, because n8n may have been registering the trigger. */
	private uncertainChoice?: string;
	private readonly names = new Map<Problem, string[]>();
	private lastStatisticsError?: NodeApiError;

	/** The most important comes first. */
	private get all(): Problem[] {
		const { list, lateness, account, unlistedPromotion, statistics, missing, slidOut, openLimits, tooMany } = this;
		return [list, lateness, account, unlistedPromotion, statistics, missing, slidOut, openLimits, tooMany];
	}

	/** What is said once. The others last, so a check without events fails with them. */
	private get news(): Problem[] {
		return [this.account, this.slidOut, this.openLimits];
	}

	/** @param error what ended the poll early @param warn writes to n8n's log, for what becomes no failed execution */
	report(error: unknown, hasItems: boolean, { occasion, node }: PollCall, warn: (text: string) => void): Report {
		// An activation must fail visibly: only a successful one stores the starting state.
		if (error !== undefined && occasion === 'activation by a person') return { error };
		const now = Date.now();
		const isLate = error instanceof LatePollError;
		if (isLate) this.lateness.recordFailure(error, now, occasion);
		else if (error !== undefined) this.list.recordFailure(error, now, occasion);
		const due = this.all.filter(({ unreported }) => unreported !== undefined);
		// n8n may no longer wait for a late poll, and then the report is lost. So only its lateness is risked.
		const toFail = isLate ? due.find((problem) => problem === this.lateness) : due[0];
		const fails = toFail !== undefined && !hasItems && !isRegistration(occasion);
		const report: Report = fails ? { error: toFail.unreported } : {};
		if (fails) toFail.markReported(now);
		if (hasItems && due.length > 0) {
			report.checkProblem = due.map(({ unreported }) => toSentence(unreported, node)).join(' ');
			warn(report.checkProblem);
			for (const problem of due) if (this.news.includes(problem)) problem.markReported(now);
			for (const problem of due) problem.unlogged = undefined;
		}
		for (const problem of this.all) {
			if (problem.unlogged !== undefined) warn(toSentence(problem.unlogged, node));
			problem.unlogged = undefined;
		}
		return report;
	}

	/**
	 * A person who activates the trigger or edits its form may have chosen a promotion that is not listed. An activation fails then. After
	 * an edit, the next poll reports it.
	 */
	checkChosenIds({ node, occasion }: PollCall, { promotionIds = new Set() }: TriggerSettings, listing: Listing): void {
		const chosen = JSON.stringify([...promotionIds]);
		const isEdited = this.lastChosen !== undefined && this.lastChosen !== chosen;
		const error = findUnlisted(node, promotionIds, listing);
		if (error && occasion === 'activation by a person') throw error;
		if (error && isEdited && occasion === 'maybe registration by n8n' && this.uncertainChoice !== chosen) {
			this.uncertainChoice = chosen;
			return;
		}
		// Each choice is reported by itself, and what an earlier one lacked no longer matters.
		if (isEdited) this.unlistedPromotion = new Problem();
		if (!error) this.unlistedPromotion.recordSuccess();
		else if (isEdited) this.unlistedPromotion.recordFailure(error, Date.now(), 'schedule');
		this.lastChosen = chosen;
		this.uncertainChoice = undefined;
	}

	/** @param keepsReading whether statistics are read repeatedly */
	checkFound(call: PollCall, found: Found, keepsReading: boolean): void {
		const { node, occasion } = call;
		const { doubtful, slidOut, openLimits, hasTooManyRecords, hasOtherAccount } = found;
		const now = Date.now();
		this.lateness.recordSuccess();
		this.checkStatistics(call, found.statistics, keepsReading);
		if (doubtful.length === 0) this.missing.recordSuccess();
		else this.missing.recordFailure(describeMissing(node, doubtful), now, occasion, true);
		if (hasTooManyRecords) this.tooMany.recordFailure(describeTooMany(node), now, occasion);
		else this.tooMany.recordSuccess();
		if (hasOtherAccount) this.account.recordNews(describeOtherAccount(node));
		this.recordNames(this.slidOut, slidOut, (names) => describeSlidOut(node, names));
		this.recordNames(this.openLimits, openLimits, (names) => describeOpenLimits(node, names));
	}

	/** Said once, with the names of all since it was said last. */
	private recordNames(problem: Problem, names: readonly string[], describe: (names: string[]) => unknown): void {
		if (names.length === 0) return;
		const earlier = problem.unreported === undefined ? [] : (this.names.get(problem) ?? []);
		const all = [...earlier, ...names];
		this.names.set(problem, all);
		problem.recordNews(describe(all));
	}

	/** A request failed, or all promotions have an answer. Otherwise none was requested or some still lack one, which is neither failure nor success. */
	private checkStatistics(
		{ node, occasion }: PollCall,
		found: readonly StatisticsFound[],
		keepsReading: boolean,
	): void {
		const unanswered = found.filter(({ trouble }) => trouble);
		const newError = unanswered.find(({ trouble }) => trouble?.error)?.trouble?.error;
		const wasRead = found.some(({ isNew }) => isNew);
		if (unanswered.length === 0 && (wasRead || keepsReading)) this.statistics.recordSuccess();
		const error = newError ?? this.lastStatisticsError;
		this.lastStatisticsError = error;
		if (!error || unanswered.length === 0) return;
		// Of one in doubt, some counters could be read.
		const isPartial = unanswered.length < found.length || unanswered.some(({ isPartly }) => isPartly);
		const names = nameSome(unanswered.map(({ name }) => name));
		const share = `${grouped(unanswered.length)} of ${grouped(found.length)} promotions`;
		const report = prefixMessage(node, `The figures of ${share} could not be read (${names}): `, error);
		if (newError) this.statistics.recordFailure(report, Date.now(), occasion, isPartial);
		// It waits to be reported: by now it may concern others.
		else if (this.statistics.unreported !== undefined) this.statistics.unreported = report;
	}
}

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

function findUnlisted(node: INode, chosen: ReadonlySet<string>, listing: Listing) {
	const missing = [...chosen].filter((promotionId) => !listing.has(promotionId));
	if (missing.length === 0) return undefined;
	// When publishing, n8n shows the message alone.
	const message = `The list of promotions does not show ${nameSome(missing, 5)}, chosen in 'Promotion Names or IDs'`;
	const description = 'It would never start the workflow. Correct the ID, or choose from the list.';
	return new NodeOperationError(node, message, { description });
}

function describeMissing(node: INode, names: readonly string[]) {
	const message = `The list lacks ${grouped(names.length)} promotions that had not ended: ${nameSome(names)}`;
	const description =
		'If they were deleted, there is nothing to do: after three days they count as disappeared. Otherwise ask your provider why the list lacks them.';
	return new NodeOperationError(node, message, { description });
}

function describeSlidOut(node: INode, names: readonly string[]) {
	const message = `The list no longer shows ${nameSome(names)}, which had not ended, because it shows only newer promotions`;
	const description = 'How they end cannot be seen. Ask your provider to list more promotions.';
	return new NodeOperationError(node, message, { description });
}

function describeOpenLimits(node: INode, names: readonly string[]) {
	const message = `Whether a limit in 'Thresholds' was crossed is not known for ${nameSome(names)}, because it is not known whether the service still counts a message as delivered once it was read`;
	const description = "Ask your provider, and set 'Counters' in the credential.";
	return new NodeOperationError(node, message, { description });
}

function describeOtherAccount(node: INode) {
	const message = "The credential has another 'Account ID' than before, so the trigger starts over";
	const description =
		'It does not report what happens in the account that it watched before. If that was not intended, correct the credential.';
	return new NodeOperationError(node, message, { description });
}

function describeTooMany(node: INode) {
	const message = 'There are more promotions than this trigger can follow';
	const description =
		"It follows the 5,000 newest promotions that have not ended. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.";
	return new NodeOperationError(node, message, { description });
}
