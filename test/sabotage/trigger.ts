import type { Sabotage } from '../../tools/sabotagePatch';

export const sabotages: Sabotage[] = [
	{
		id: 'trigger-throws-at-start',
		promise: 'A throw while n8n registers the trigger would end it for good, so there is none',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/outages.ts',
				find: "if (occasion === 'registration by n8n') return false;",
				by: '',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/outages.test.ts'],
			tests: 'nothing is raised while n8n registers the trigger',
		},
	},
	{
		id: 'trigger-state-saved-before-emitting',
		promise: 'What the state says was emitted is emitted again when the process died before the execution existed',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/batches.ts',
				find: 'return [...this.kept, {',
				by: 'return this.kept.length >= 0 ? this.kept : [{',
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
				find: '|| this.wasDiscarded(stored, begun)) return stored;',
				by: ') return stored;',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/overlap.test.ts'],
			tests: 'is told by the activation that follows',
		},
	},
	{
		id: 'trigger-waits-for-figures',
		promise: 'A status event never waits for statistics',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/diff.ts',
				find: 'if (items.length > 0 &&',
				by: 'if (items.some((item) => item.statisticsStale && item.promotion)) return false;\n\t\tif (items.length > 0 &&',
			},
		],
		caughtBy: { files: ['test/unit/trigger/reads.test.ts'], tests: 'no status event waits for figures' },
	},
	{
		id: 'trigger-postponed-not-new',
		promise: 'What does not fit into a poll is told by the next one',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/state.ts',
				find: 'if (oldestWaiting < since) since = oldestWaiting;',
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/trigger/filters.test.ts'], tests: 'tells all of very many, each once' },
	},
	{
		id: 'trigger-event-id-from-counters',
		promise: 'An event keeps its id whatever the counters were when it was derived, and no two events share one',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/events.ts',
				find: 'JSON.stringify(parts)',
				by: 'JSON.stringify(parts.slice(0, 3))',
			},
		],
		caughtBy: { files: ['test/unit/trigger/ordinals.test.ts'], tests: 'however often a promotion completes' },
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
		id: 'trigger-newest-hides-cancelled',
		promise: 'A promotion that vanishes while a newer one appears is told, unless it was the oldest',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/absence.ts',
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
				file: 'nodes/RcsPromotionTrigger/state.ts',
				find: 'start.settings.emitExisting ? ALWAYS : NEVER',
				by: 'ALWAYS',
			},
		],
		caughtBy: { files: ['test/engine/trigger/polling.test.ts'], tests: 'takes a baseline when it finds no state' },
	},
	{
		id: 'trigger-scope-forgets',
		promise: 'What stays in scope is kept when the scope is edited',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/poll.ts',
				find: 'const { accountId, account } = client;',
				by: 'const { accountId } = client;\n\tconst account = client.account + JSON.stringify(settings.nameContains);',
			},
		],
		caughtBy: {
			files: ['test/unit/trigger/model.test.ts'],
			tests: 'tells every change of random timelines once',
		},
	},
	{
		id: 'trigger-older-answer-processed',
		promise: 'An answer older than the newest one processed changes nothing',
		edits: [
			{
				file: 'nodes/RcsPromotionTrigger/diff.ts',
				find: 'before?.mark === process.mark && before.poll > process.poll',
				by: 'before === null',
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
				find: 'return this.goesOnFrom(stored) ? this.latest.state : stored;',
				by: 'return stored?.poll === this.latest.state.poll ? this.latest.state : stored;',
			},
		],
		caughtBy: { files: ['test/engine/trigger/polling.test.ts'], tests: 'sees a campaign come to rest' },
	},
];
