import type { Sabotage } from '../../tools/sabotage/types';

export const sabotages: Sabotage[] = [
	{
		id: 'trigger-state-saved-before-emitting',
		promise: 'What the state says was emitted is emitted again when the process died before the execution existed',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'batches: [...keep, ...repeated(repeat, this.process), ...this.emission.batch(this.process)],',
				by: 'batches: [...keep, ...repeated(repeat, this.process)],',
			},
		],
		caughtBy: {
			files: ['test/engine/trigger/polling.test.ts'],
			tests: 'loses nothing when killed between writing what it emits',
		},
	},
	{
		id: 'trigger-large-batch-not-kept',
		promise: 'What is too large to be kept as sent is emitted again all the same, although it has changed back since',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/batches.ts',
				find: '{ ...sent, items } : { ...sent, told }];',
				by: '{ ...sent, items } : sent];',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/redelivery.test.ts'],
			tests: 'is emitted once more although everything is again as it was before',
		},
	},
	{
		id: 'trigger-event-id-from-counters',
		promise: 'An event keeps its id whatever the counters were when it was derived, and no two events share one',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/events.ts',
				find: 'promotionId: string, { event, detail }: PromotionEvent): string {',
				by: 'promotionId: string, { event, counters: detail }: PromotionEvent): string {',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/status.test.ts'],
			tests: 'is created once more when it comes back, with another id',
		},
	},
	{
		id: 'trigger-count-starts-anew',
		promise: 'No id is used twice when scope or filters change, nor when they change back',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/state.ts',
				find: 'if (state.binding === binding) return floor;',
				by: 'return floor;',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/ordinals.test.ts'],
			tests: 'when scope or filters change, and change back',
		},
	},
	{
		id: 'trigger-high-count-forgotten',
		promise: 'No id is used twice, however often a promotion ends, or vanishes and comes back',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/state.ts',
				find: 'if (ordinal > HIGHEST_SHORT_ORDINAL) this.raiseFloor(ordinal);',
				by: 'if (ordinal < 0) this.raiseFloor(ordinal);',
			},
		],
		caughtBy: { files: ['test/unit/trigger/ordinals.test.ts'], tests: 'no id is used twice however often' },
	},
	{
		id: 'trigger-large-figures-inexact',
		promise: 'A figure too large to be exact is told once, not at every poll',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/recordCodec.ts',
				find: 'Number.isSafeInteger(value) ? value.toString(36)',
				by: 'Number.isInteger(value) ? value.toString(36)',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/counters.test.ts'],
			tests: 'tells figures that are far beyond it as they are',
		},
	},
	{
		id: 'trigger-removed-at-first-absence',
		promise: 'One answer that lacks a promotion removes nothing',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/absence.ts',
				find: 'const USUAL_PATIENCE = 2;',
				by: 'const USUAL_PATIENCE = 1;',
			},
		],
		caughtBy: { files: ['test/unit/trigger/status.test.ts'], tests: 'is known again when only one answer lacked it' },
	},
	{
		id: 'trigger-baseline-emitted',
		promise: 'Without a state the first poll takes a baseline and emits nothing',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'const silent = before === undefined && !settings.emitExisting;',
				by: 'const silent = before !== undefined && !settings.emitExisting;',
			},
		],
		caughtBy: {
			files: ['test/engine/trigger/polling.test.ts'],
			tests: 'takes a baseline when it finds no state',
		},
	},
	{
		id: 'trigger-rotation-removed',
		promise: 'Statistics calls take turns, so that no promotion starves',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/plan.ts',
				find: 'keyed.sort((a, b) => a.lastRead - b.lastRead || (a.chance < b.chance ? -1 : 1));',
				by: 'keyed.sort((a, b) => (a.chance < b.chance ? -1 : 1));',
			},
		],
		caughtBy: { files: ['test/unit/trigger/counters.test.ts'], tests: 'take turns, so that none starves' },
	},
	{
		id: 'trigger-older-answer-processed',
		promise: 'An answer older than the newest one processed changes nothing',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'if (before?.mark === process.mark && before.turn > process.turn) return { outdated: true };',
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/trigger/model.test.ts'], tests: 'tells every change of random timelines once' },
	},
	{
		id: 'trigger-forgets-without-events',
		promise: 'A campaign comes to rest on hosts that do not save the state of a poll without events, too',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/processMemory.ts',
				find: 'return ownOrItsBasis ? state : stored;',
				by: 'return ownOrItsBasis && stored?.turn === state.turn ? state : stored;',
			},
		],
		caughtBy: {
			files: ['test/engine/trigger/polling.test.ts'],
			tests: 'sees a campaign come to rest',
		},
	},
	{
		id: 'trigger-odd-numbers',
		promise: 'A number that an expression gives as text counts, and one that is none leaves the default',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/settings.ts',
				find: "return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : otherwise;",
				by: "return typeof number === 'number' ? number : otherwise;",
			},
		],
		caughtBy: { files: ['test/unit/trigger/settings.test.ts'], tests: 'is its default for' },
	},
	{
		id: 'trigger-odd-thresholds',
		promise: 'A list of thresholds with gaps does not stop the trigger',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/settings.ts',
				find: '[options.thresholds?.threshold ?? []].flat().filter(isObject)',
				by: '[options.thresholds?.threshold ?? []].flat()',
			},
		],
		caughtBy: { files: ['test/unit/trigger/settings.test.ts'], tests: 'has all defaults' },
	},
	{
		id: 'trigger-settled-too-early',
		promise: 'Settled comes only when nothing has moved for the time that was asked for',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/changes.ts',
				find: 'quietFor >= settings.settledAfterMs',
				by: 'quietFor >= 0',
			},
		],
		caughtBy: { files: ['test/unit/trigger/model.test.ts'], tests: 'tells every change of random timelines once' },
	},
	{
		id: 'trigger-settled-again',
		promise: 'Settled comes once per completion',
		edits: [{ file: 'nodes/RcsPromotionTrigger/changes.ts', find: 'known.settled = true;', by: '' }],
		caughtBy: { files: ['test/unit/trigger/model.test.ts'], tests: 'tells every change of random timelines once' },
	},
	{
		id: 'trigger-stalled-without-movement',
		promise: 'Stalled comes only for a promotion that appeared or moved since watching began',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/changes.ts',
				find: "state !== 'active' || !lively || stalled",
				by: "state !== 'active' || stalled",
			},
		],
		caughtBy: { files: ['test/unit/trigger/model.test.ts'], tests: 'tells every change of random timelines once' },
	},
	{
		id: 'trigger-missed-anew',
		promise: 'A completed promotion that left the list is not taken for newly missing at every poll until it settles',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'whileUnlisted({ ...known, absence: 1 }, this.moment)',
				by: 'whileUnlisted(known, this.moment)',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/unlisted.test.ts'],
			tests: 'is not counted with those that make room later',
		},
	},
];
