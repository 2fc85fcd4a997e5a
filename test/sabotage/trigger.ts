import type { Sabotage } from '../../tools/sabotage/types';

export const sabotages: Sabotage[] = [
	{
		id: 'trigger-throws-at-start',
		promise: 'A throw while n8n registers the trigger would end it for good, so there is none',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/failureGate.ts',
				find: "if (occasion === 'registration by n8n') return false;",
				by: '',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/failureGate.test.ts'],
			tests: 'nothing is raised while n8n registers the trigger',
		},
	},
	{
		id: 'trigger-state-saved-before-emitting',
		promise: 'What the state says was emitted is emitted again when the process died before the execution existed',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: '...repeated(repeat, process), ...this.emission.batch(process)],',
				by: '...repeated(repeat, process)],',
			},
		],
		caughtBy: {
			files: ['test/engine/trigger/polling.test.ts'],
			tests: 'loses nothing when killed between writing what it emits',
		},
	},
	{
		id: 'trigger-discarded-taken-for-emitted',
		promise: 'What n8n discards was not emitted',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/processMemory.ts',
				find: '|| this.wasDiscarded(stored, poll)) return stored;',
				by: ') return stored;',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/overlap.test.ts'],
			tests: 'is told by the activation that follows',
		},
	},
	{
		id: 'trigger-large-batch-not-kept',
		promise: 'What is too large to be kept as sent is emitted again all the same, although it has changed back since',
		edits: [{ file: 'nodes/RcsPromotionTrigger/batches.ts', find: '{ ...sent, compact }', by: 'sent' }],
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
				find: 'JSON.stringify([accountId, promotionId, event, detail])',
				by: 'JSON.stringify([accountId, promotionId, event])',
			},
		],
		caughtBy: { files: ['test/unit/trigger/ordinals.test.ts'], tests: 'however often a promotion completes' },
	},
	{
		id: 'trigger-removed-at-first-absence',
		promise: 'One answer that lacks a promotion removes nothing',
		edits: [
			{
				file: 'nodes/service/absence.ts',
				find: 'const USUAL_PATIENCE = 2;',
				by: 'const USUAL_PATIENCE = 1;',
			},
		],
		caughtBy: { files: ['test/unit/trigger/status.test.ts'], tests: 'is known again when only one answer lacked it' },
	},
	{
		id: 'trigger-newest-hides-cancelled',
		promise: 'A promotion that vanishes while a newer one appears is told, unless it was the oldest',
		edits: [
			{
				file: 'nodes/service/absence.ts',
				find: 'createdAt <= oldest && newcomers',
				by: 'newcomers',
			},
		],
		caughtBy: { files: ['test/unit/trigger/windowed.test.ts'], tests: 'vanishes while a newer one appears' },
	},
	{
		id: 'trigger-baseline-emitted',
		promise: 'Without a state the first poll takes a baseline and emits nothing',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/comparison.ts',
				find: 'if (!before) return false;',
				by: 'if (!before) return true;',
			},
		],
		caughtBy: { files: ['test/engine/trigger/polling.test.ts'], tests: 'takes a baseline when it finds no state' },
	},
	{
		id: 'trigger-scope-forgets',
		promise: 'What stays in scope is kept when the scope is edited',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'usableState(stored, observation.account)',
				by: 'usableState(stored, [...observation.account, JSON.stringify([settings.nameContains, settings.createdWithinDays])])',
			},
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'accountKey(account)',
				by: 'accountKey([...account, JSON.stringify([settings.nameContains, settings.createdWithinDays])])',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/scope.test.ts'],
			tests: 'a completion between the last poll and the edit is told',
		},
	},
	{
		id: 'trigger-older-answer-processed',
		promise: 'An answer older than the newest one processed changes nothing',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/advance.ts',
				find: 'before?.processId === process.id && before.pollNumber > process.pollNumber',
				by: 'before === null',
			},
		],
		caughtBy: { files: ['test/unit/trigger/model.test.ts'], tests: 'tells every change of random timelines once' },
	},
	{
		id: 'trigger-not-atomic',
		promise: 'Polls that overlap while they compare tell everything once',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/poll.ts',
				find: 'stampOf(node.newest(stored, begun)) !== stampOf(basis) ||',
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/trigger/overlap.test.ts'], tests: 'whose answers come at the same moment' },
	},
	{
		id: 'trigger-forgets-without-events',
		promise: 'A campaign comes to rest on hosts that do not save the state of a poll without events, too',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/processMemory.ts',
				find: 'return ownOrItsBasis ? state : stored;',
				by: 'return ownOrItsBasis && stored?.pollNumber === state.pollNumber ? state : stored;',
			},
		],
		caughtBy: { files: ['test/engine/trigger/polling.test.ts'], tests: 'sees a campaign come to rest' },
	},
];
