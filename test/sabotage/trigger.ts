import type { Sabotage } from '../harness/sabotagePatch';

const trigger = (file: string, find: string, by: string) => [{ file: `nodes/RcsPromotionTrigger/${file}`, find, by }];
const unit = (file: string, tests: string) => ({ files: [`test/unit/trigger/${file}.test.ts`], tests });

export const sabotages: Sabotage[] = [
	{
		id: 'trigger-throws-at-start',
		promise: 'A throw while n8n registers the trigger would end it for good, so there is none',
		edits: trigger('problems.ts', "occasion === 'schedule' ||", "occasion !== 'activation by a person' ||"),
		caughtBy: unit('problems', 'an activation by a person fails, and n8n itself never does'),
	},
	{
		id: 'trigger-activated-without-baseline',
		promise: 'An activation by a person fails if the list cannot be read',
		edits: trigger('problems.ts', "failure !== undefined && occasion === 'activation by a person'", 'false'),
		caughtBy: unit('problems', 'an activation by a person fails whatever it is'),
	},
	{
		id: 'trigger-state-saved-before-emitting',
		promise: 'What the state says was emitted is emitted again when the process died before the execution existed',
		edits: trigger('store.ts', 'events.length > 0 ? [{ processId', 'events.length < 0 ? [{ processId'),
		caughtBy: unit('store', 'is emitted by each process that dies of it'),
	},
	{
		id: 'trigger-discarded-taken-for-emitted',
		promise: 'What n8n discards was not emitted',
		edits: trigger(
			'store.ts',
			'if (unconfirmed && stored?.saveId === unconfirmed.saved.saveId) this.certainSave',
			'if (unconfirmed) this.certainSave',
		),
		caughtBy: unit('store', 'what n8n discards comes with the activation that follows'),
	},
	{
		id: 'trigger-repeats-for-long',
		promise: 'A restart repeats only what was emitted within two minutes',
		edits: trigger('store.ts', 'const EMITTED_AGAIN_WITHIN_MS = 2 *', 'const EMITTED_AGAIN_WITHIN_MS = 15 *'),
		caughtBy: unit('store', 'takes the trigger up within two minutes'),
	},
	{
		id: 'trigger-waits-for-figures',
		promise: 'A status event never waits for statistics',
		edits: trigger(
			'poll.ts',
			'const news = letIn.flatMap(',
			"const news = letIn.filter(({ asked }) => asked !== 'failed').flatMap(",
		),
		caughtBy: unit('status', 'comes at once although its statistics cannot be read'),
	},
	{
		id: 'trigger-final-is-not-final',
		promise: 'Once a promotion was seen as over, another status is no news',
		edits: trigger('diff.ts', ' || isOver(known.status));', ');'),
		caughtBy: unit('status', 'that is over stays so'),
	},
	{
		id: 'trigger-known-id-is-new',
		promise: 'An ID that was ever listed is never new again',
		edits: trigger('diff.ts', 'ofLastList ?? before.left.get(promotionId)', 'ofLastList'),
		caughtBy: unit('state', 'knows the last 20,000 that left the list'),
	},
	{
		id: 'trigger-gone-too-soon',
		promise: 'A list that is wrong for less than an hour cancels nothing',
		edits: trigger('state.ts', 'const MISSING_FOR_MS = HOUR_MS;', 'const MISSING_FOR_MS = HOUR_MS / 60;'),
		caughtBy: unit('missing', 'told an hour after the first list that lacks it'),
	},
	{
		id: 'trigger-gone-though-sent',
		promise: 'What has sent something is never told as cancelled because it is gone',
		edits: trigger('change.ts', ' && record.counters !== undefined && !hasSent(record);', ';'),
		caughtBy: unit('missing', 'and is said once, with its name'),
	},
	{
		id: 'trigger-end-unseen-unsaid',
		promise: 'If how a promotion ends cannot be seen, that is said',
		edits: trigger('problems.ts', 'if (change.isEndUnseen) this.unseen.set', 'if (change.isGone) this.unseen.set'),
		caughtBy: unit('missing', 'and is said once, with its name'),
	},
	{
		id: 'trigger-newest-request-first',
		promise: 'However slow the service is, no promotion is starved',
		edits: trigger('due.ts', 'others.sort((a, b)', 'others.sort((b, a)'),
		caughtBy: unit('reads', 'always the oldest request first'),
	},
	{
		id: 'trigger-hiccup-told',
		promise: 'A hiccup of the service fails no execution',
		edits: trigger('problems.ts', 'now - since >= FAILS_FOR_MS', 'now >= since'),
		caughtBy: unit('problems', 'nine minutes'),
	},
	{
		id: 'trigger-told-too-often',
		promise: 'Whatever fails, an execution fails once an hour at most',
		edits: trigger('problems.ts', '!isTooSoon && maySay', 'maySay'),
		caughtBy: unit('problems', 'is told at most eight times'),
	},
	{
		id: 'trigger-missing-counter-filled',
		promise: 'A counter that is missing in an answer is not taken from an earlier one',
		edits: trigger(
			'change.ts',
			'change.reading = counters;',
			'change.reading = { ...counters, read: counters.read ?? known?.read ?? null };',
		),
		caughtBy: unit('figures', 'makes the reading doubtful'),
	},
	{
		id: 'trigger-threshold-told-twice',
		promise: 'A limit is told once for each promotion',
		edits: trigger('limits.ts', '!crossedLimits.includes(limitKey(threshold))', 'threshold !== undefined'),
		caughtBy: unit('limits', 'comes once for each promotion, whatever the rate does'),
	},
	{
		id: 'trigger-baseline-emitted',
		promise: 'Without a state the first poll takes a baseline and emits nothing',
		edits: trigger(
			'diff.ts',
			'!known && state !== undefined && !isOldNews(listed, state, facts)',
			'!known && (!state || !isOldNews(listed, state, facts))',
		),
		caughtBy: unit('status', 'is told as what it is'),
	},
	{
		id: 'trigger-old-news',
		promise: 'What ended or began more than seven days ago is recorded in silence when it is first seen',
		edits: trigger('diff.ts', 'const NEWS_FOR_MS = 7 * DAY_MS;', 'const NEWS_FOR_MS = 700 * DAY_MS;'),
		caughtBy: unit('status', 'began eight days ago'),
	},
	{
		id: 'trigger-filter-forgets',
		promise: 'Name Contains decides what is told, not what is remembered',
		edits: trigger('diff.ts', 'return record || (matters &&', 'return (matters &&'),
		caughtBy: unit('status', 'mistyped for one check loses no final figures'),
	},
	{
		id: 'limit-crossed-one-way',
		promise: 'A limit is not said to be crossed if that depends on what the counters mean, which is not known',
		edits: trigger(
			'limits.ts',
			'return others.length === 0 ? verdict : undefined;',
			'return verdict || others.includes(true);',
		),
		caughtBy: unit('limits', 'a limit is crossed only if it is under every reading of them'),
	},
	{
		id: 'open-limit-not-said',
		promise: 'If it stays unknown whether a limit was crossed, the trigger says so',
		edits: trigger('limits.ts', 'thresholds.filter(isOpen)', 'thresholds.filter((one) => isOpen(one) && !figures)'),
		caughtBy: unit('limits', 'is said with the reason where'),
	},
];
