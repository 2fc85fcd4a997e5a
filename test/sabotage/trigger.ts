import type { Sabotage } from '../harness/sabotagePatch';

const trigger = (file: string, find: string, by: string) => [{ file: `nodes/RcsPromotionTrigger/${file}`, find, by }];
const unit = (file: string, tests: string) => ({ files: [`test/unit/trigger/${file}.test.ts`], tests });

export const sabotages: Sabotage[] = [
	{
		id: 'trigger-throws-at-start',
		promise: 'A throw while n8n registers the trigger would end it for good, so there is none',
		edits: trigger(
			'problems.ts',
			"occasion === 'schedule' || (occasion === 'maybe registration by n8n' && unlogged === undefined)",
			"occasion !== 'activation by a person'",
		),
		caughtBy: {
			files: ['test/engine/trigger/activation.test.ts'],
			tests: 'if n8n itself activates the trigger',
		},
	},
	{
		id: 'trigger-throws-where-it-may-start',
		promise: 'Where it is not certain that n8n registers the trigger, what a poll finds is thrown by the next one',
		edits: trigger('problems.ts', "n8n' && unlogged === undefined)", "n8n')"),
		caughtBy: unit('problems', 'or where n8n may be registering the trigger, the next one'),
	},
	{
		id: 'trigger-activated-without-baseline',
		promise: 'An activation by a person fails if the list cannot be read',
		edits: trigger('problems.ts', "error !== undefined && occasion === 'activation by a person'", 'false'),
		caughtBy: {
			files: ['test/engine/trigger/activation.test.ts'],
			tests: 'fails as long as the list cannot be read, each time: 503',
		},
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
			'if (unconfirmed && saveIdOf(stored) === saveIdOf(unconfirmed.saved)) this.certainSave',
			'if (unconfirmed) this.certainSave',
		),
		caughtBy: unit('store', 'what n8n discards comes with the activation that follows'),
	},
	{
		id: 'trigger-waits-for-figures',
		promise: 'A status event never waits for statistics',
		edits: trigger(
			'comparison.ts',
			'for (const emitted of events) this.news.push',
			'for (const emitted of events) if (change.reading || !listed) this.news.push',
		),
		caughtBy: unit('reads', 'no status event waits for figures'),
	},
	{
		id: 'trigger-removed-too-soon',
		promise: 'Two answers that lack a promotion remove nothing',
		edits: trigger('absence.ts', 'const LISTS_UNTIL_GONE = 3;', 'const LISTS_UNTIL_GONE = 2;'),
		caughtBy: unit('status', 'causes no event if only two lists in a row lacked it'),
	},
	{
		id: 'trigger-final-is-not-final',
		promise: 'Once a promotion was seen as over, another status is no news',
		edits: trigger('comparison.ts', ' || this.knownIds.over.has(promotionId)', ''),
		caughtBy: unit('status', 'an old copy of the list causes no event'),
	},
	{
		id: 'trigger-known-id-is-new',
		promise: 'An ID that was ever listed is never new again',
		edits: trigger('comparison.ts', 'this.knownIds.isKnown(promotionId);', 'this.records.has(promotionId);'),
		caughtBy: unit('scope', 'what ended stays ended'),
	},
	{
		id: 'trigger-hidden-outage',
		promise: 'What a check with events could not see stands in its items, and the next check without fails with it',
		edits: trigger(
			'problems.ts',
			'const said = hasItems ? due : [];',
			'if (hasItems) this.statistics.recordSuccess();\n\t\tconst said: Problem[] = [];',
		),
		caughtBy: unit('problems', 'is said beside each completion whose figures are refused'),
	},
	{
		id: 'trigger-some-unread-untold',
		promise: 'Statistics that cannot be read are told although others can',
		edits: trigger(
			'problems.ts',
			'if (!error || unanswered.length === 0) return;',
			'if (!error || unanswered.length < found.length) return;',
		),
		caughtBy: unit('problems', 'until a check without events can fail with it'),
	},
	{
		id: 'trigger-mistyped-id',
		promise: 'A person cannot activate a trigger for a promotion that does not exist',
		edits: trigger('problems.ts', "missing.length > 0 && occasion === 'activation by a person'", 'false'),
		caughtBy: {
			files: ['test/engine/trigger/activation.test.ts'],
			tests: 'names a selected promotion that is not listed',
		},
	},
	{
		id: 'trigger-missing-counter-is-zero',
		promise: 'A counter that is missing keeps its last known value',
		edits: trigger(
			'record.ts',
			'reading.counters[counter] ?? current.counters?.[counter] ?? null',
			'reading.counters[counter] ?? 0',
		),
		caughtBy: unit('counters', 'takes a counter that is missing for what it was'),
	},
	{
		id: 'trigger-threshold-told-twice',
		promise: 'A limit is told once for each promotion',
		edits: trigger('thresholds.ts', '!alreadyCrossed.includes(thresholdKey(threshold)) && isCrossed', 'isCrossed'),
		caughtBy: unit('thresholds', 'comes once for each promotion and limit'),
	},
	{
		id: 'trigger-baseline-emitted',
		promise: 'Without a state the first poll takes a baseline and emits nothing',
		edits: trigger('comparison.ts', '!this.stored && facts.settings.emitExisting', 'true'),
		caughtBy: unit('status', 'causes no event at the baseline'),
	},
	{
		id: 'trigger-old-news',
		promise: 'What began long before the newest that was listed is recorded in silence when it is first seen',
		edits: trigger('comparison.ts', 'const isOld = !isKnown && isOldNews(', 'const isOld = false && isOldNews('),
		caughtBy: unit('oldNews', 'is recorded in silence when a list of the newest 100 moves back'),
	},
	{
		id: 'trigger-silent-after-a-pause',
		promise: 'What was seen before is reported after any pause',
		edits: trigger(
			'comparison.ts',
			'this.previousState?.records ?? {}',
			'(facts.isActivation ? undefined : this.previousState?.records) ?? {}',
		),
		caughtBy: unit('oldNews', 'reports what was seen open, and not 180 that came and ended meanwhile'),
	},
	{
		id: 'trigger-many-vanish',
		promise: 'Five or more that vanish at once are reported before they count as gone',
		edits: trigger('absence.ts', 'const MANY = 5;', 'const MANY = 5_000;'),
		caughtBy: unit('absence', 'have disappeared after three days, and not before'),
	},
	{
		id: 'trigger-silent-first-read',
		promise: 'A limit that was crossed before the trigger first read a promotion is reported',
		edits: trigger('thresholds.ts', 'isSilent: isFirstSight && isOldNews', 'isSilent: isFirstSight'),
		caughtBy: unit('thresholds', 'comes at the first read, and says so'),
	},
	{
		id: 'limit-crossed-one-way',
		promise: 'A limit is not said to be crossed if that depends on what the counters mean, which is not known',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/thresholds.ts',
				find: 'return others.length === 0 ? verdict : undefined;',
				by: 'return verdict || others.includes(true);',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/thresholds.test.ts'],
			tests: 'comes only if the limit is reached either way',
		},
	},
];
