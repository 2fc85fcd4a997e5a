import type { Sabotage } from '../../tools/sabotagePatch';

const trigger = (file: string, find: string, by: string) => [{ file: `nodes/RcsPromotionTrigger/${file}`, find, by }];
const unit = (file: string, tests: string) => ({ files: [`test/unit/trigger/${file}.test.ts`], tests });

export const sabotages: Sabotage[] = [
	{
		id: 'trigger-throws-at-start',
		promise: 'A throw while n8n registers the trigger would end it for good, so there is none',
		edits: trigger('poll.ts', " || occasion === 'registration by n8n') return", ') return'),
		caughtBy: {
			files: ['test/engine/trigger/activation.test.ts'],
			tests: 'never throws, and tells at the first scheduled',
		},
	},
	{
		id: 'trigger-activated-without-baseline',
		promise: 'An activation by a person fails if the list cannot be read',
		edits: trigger('poll.ts', "fault !== undefined && occasion === 'activation by a person'", 'false'),
		caughtBy: {
			files: ['test/engine/trigger/activation.test.ts'],
			tests: 'fails as long as the list cannot be read, each time: 503',
		},
	},
	{
		id: 'trigger-two-at-a-time',
		promise: 'One poll at a time for each node',
		edits: trigger('store.ts', 'if (!isRegistration) return [];', 'if (!isRegistration) break;'),
		caughtBy: unit('store', 'a poll that finds one under way asks for nothing'),
	},
	{
		id: 'trigger-state-saved-before-emitting',
		promise: 'What the state says was emitted is emitted again when the process died before the execution existed',
		edits: trigger('store.ts', 'const sent = events.length > 0 ?', 'const sent = events.length < 0 ?'),
		caughtBy: {
			files: ['test/engine/trigger/polling.test.ts'],
			tests: 'loses nothing when killed between writing what it emits',
		},
	},
	{
		id: 'trigger-repeats-of-long-ago',
		promise: 'A batch is repeated only by a process that took the trigger up shortly after it was sent',
		edits: trigger(
			'store.ts',
			'return at > now || (at <= takenUpAt && takenUpAt',
			'return at > now || (at > takenUpAt || takenUpAt',
		),
		caughtBy: unit('store', 'two processes that take turns tell everything once'),
	},
	{
		id: 'trigger-never-taken-over',
		promise: 'A process that takes over repeats what the other one may not have delivered, however long it has run',
		edits: trigger('store.ts', 'if (isRegistration) this.takenUpAt = calledAt;', ''),
		caughtBy: unit('store', 'is emitted by a process that takes over only now'),
	},
	{
		id: 'trigger-discarded-taken-for-emitted',
		promise: 'What n8n discards was not emitted',
		edits: trigger(
			'store.ts',
			'if (unconfirmed && versionOf(stored) === versionOf(unconfirmed.stored)) this.saved',
			'if (unconfirmed) this.saved',
		),
		caughtBy: unit('store', 'what n8n throws away is told by the activation that follows'),
	},
	{
		id: 'trigger-old-copy-taken-for-new',
		promise: 'What n8n is slow to store is not told twice',
		edits: trigger('store.ts', 'const STORED_WITHIN_MS = 5_000;', 'const STORED_WITHIN_MS = 0;'),
		caughtBy: unit('store', 'what n8n is slow to store is neither lost nor told twice'),
	},
	{
		id: 'trigger-forgets-without-events',
		promise: 'A campaign comes to rest on hosts that do not save the state of a poll without events, too',
		edits: trigger('store.ts', 'return this.saved ?? stored;', 'return stored;'),
		caughtBy: { files: ['test/engine/trigger/polling.test.ts'], tests: 'sees a campaign come to rest' },
	},
	{
		id: 'trigger-waits-for-figures',
		promise: 'A status event never waits for statistics',
		edits: trigger('diff.ts', 'this.items.push(item);', 'if (!item.statisticsStale || !listed) this.items.push(item);'),
		caughtBy: unit('reads', 'no status event waits for figures'),
	},
	{
		id: 'trigger-tells-some-later',
		promise: 'Every event is told in the poll that sees it',
		edits: trigger('diff.ts', 'this.items.push(item);', 'if (this.items.length < 100) this.items.push(item);'),
		caughtBy: unit('scope', 'all of very many completions are told at once'),
	},
	{
		id: 'trigger-event-id-without-count',
		promise: 'No two events share an id',
		edits: trigger('item.ts', 'event, [...detail, count]);', 'event, detail);'),
		caughtBy: unit('status', 'tells only what is chosen, and each time it happens'),
	},
	{
		id: 'trigger-removed-too-soon',
		promise: 'Two answers that lack a promotion remove nothing',
		edits: trigger('diff.ts', 'const ANSWERS_WITHOUT = 3;', 'const ANSWERS_WITHOUT = 2;'),
		caughtBy: unit('status', 'is known again when only two answers in a row lacked it'),
	},
	{
		id: 'trigger-final-is-not-final',
		promise: 'Once a promotion was seen as over, another status is no news',
		edits: trigger('diff.ts', ' || known.hasEnded(promotionId)', ''),
		caughtBy: unit('status', 'an old copy of the list is no news'),
	},
	{
		id: 'trigger-forgets-what-is-gone',
		promise: 'What comes back to the list goes on where it was',
		edits: trigger('diff.ts', '>= KEPT_MS) this.drop', '>= 0) this.drop'),
		caughtBy: unit('status', 'tells what became of it when it comes back'),
	},
	{
		id: 'trigger-known-id-is-new',
		promise: 'An ID that was ever listed is never new again',
		edits: trigger(
			'diff.ts',
			'!startsFromNow && !this.known.isKnown(promotionId)',
			'!startsFromNow && !this.records.has(promotionId)',
		),
		caughtBy: unit('scope', 'what ended stays ended'),
	},
	{
		id: 'trigger-hidden-outage',
		promise: 'What could not be reported because of events is reported by the next check without',
		edits: trigger('poll.ts', 'if (items.length > 0 ||', 'outages.statistics.forget();\n\t\tif (items.length > 0 ||'),
		caughtBy: {
			files: ['test/engine/trigger/trouble.test.ts'],
			tests: 'are told when each check that reads them has an event',
		},
	},
	{
		id: 'trigger-some-unread-untold',
		promise: 'Statistics that cannot be read are told although others can',
		edits: trigger('reports.ts', '	if (!fault) {', '	if (!fault || unread < isAnswered.size) {'),
		caughtBy: { files: ['test/engine/trigger/trouble.test.ts'], tests: 'are told while others can be read' },
	},
	{
		id: 'trigger-mistyped-id',
		promise: 'A person cannot activate a trigger for a promotion that does not exist',
		edits: trigger('reports.ts', 'if (isActivation) throw fault;', ''),
		caughtBy: {
			files: ['test/engine/trigger/activation.test.ts'],
			tests: 'names a selected promotion that is not listed',
		},
	},
	{
		id: 'trigger-replays-months',
		promise: 'After more than seven days off, nothing of the pause is told',
		edits: trigger('store.ts', 'const LONG_OFF_MS = 7 * DAY_MS;', 'const LONG_OFF_MS = 700 * DAY_MS;'),
		caughtBy: unit('store', 'off for some days'),
	},
	{
		id: 'trigger-repeats-while-restarting',
		promise: 'The first time counts for the 15 minutes in which events are sent once more',
		edits: trigger('store.ts', 'Math.min(batch.at, now)', 'Math.max(batch.at, now)'),
		caughtBy: unit('store', 'is emitted once more for 15 minutes after it was first'),
	},
	{
		id: 'trigger-missing-counter-is-zero',
		promise: 'A counter that is missing keeps its last known value',
		edits: trigger(
			'record.ts',
			'reading.counters[counter] ?? before.counters?.[counter] ?? null',
			'reading.counters[counter] ?? 0',
		),
		caughtBy: unit('counters', 'takes a counter that is missing for what it was'),
	},
	{
		id: 'trigger-threshold-told-twice',
		promise: 'A limit is told once for each promotion',
		edits: trigger('thresholds.ts', '!before.includes(keyOf(threshold)) && isCrossed', 'isCrossed'),
		caughtBy: unit('thresholds', 'comes once for each promotion and limit'),
	},
	{
		id: 'trigger-asks-on-when-limited',
		promise: 'The first answer that limits requests ends those of its kind',
		edits: trigger('fetch.ts', 'if (outage.isLimited(error, Date.now())) limit = error;', ''),
		caughtBy: unit('days', 'when 200 complete at once, is asked no more than a few times'),
	},
	{
		id: 'trigger-forgets-retry-after',
		promise: 'The service is left alone for as long as it asks, on the list',
		edits: trigger('fetch.ts', 'if (paused) throw paused;', ''),
		caughtBy: unit('days', 'on the list gets it'),
	},
	{
		id: 'trigger-quiet-poll-ends-outage',
		promise: 'A poll that reads no statistics does not end their outage',
		edits: trigger('reports.ts', 'if (readings.size > 0 && unread === 0)', 'if (unread === unread)'),
		caughtBy: {
			files: ['test/engine/trigger/trouble.test.ts'],
			tests: 'is told although most polls ask for none',
		},
	},
	{
		id: 'trigger-too-many-untold',
		promise: 'More promotions than can be followed are told',
		edits: trigger('poll.ts', 'if (isTooMuch)', 'if (!isTooMuch)'),
		caughtBy: {
			files: ['test/engine/trigger/trouble.test.ts'],
			tests: 'more promotions than can be followed are told each hour',
		},
	},
	{
		id: 'trigger-baseline-emitted',
		promise: 'Without a state the first poll takes a baseline and emits nothing',
		edits: trigger('diff.ts', 'return settings.emitExisting;', 'return true;'),
		caughtBy: { files: ['test/engine/trigger/polling.test.ts'], tests: 'takes a baseline when it finds no state' },
	},
	{
		id: 'trigger-scope-forgets',
		promise: 'What stays in scope is kept when the scope is edited',
		edits: trigger(
			'poll.ts',
			'const { account, accountId } = client;',
			'const { accountId } = client;\n\tconst account = client.account + JSON.stringify(settings.nameContains);',
		),
		caughtBy: unit('model', 'tells every change of random timelines once'),
	},
	{
		id: 'trigger-long-name-kept',
		promise: 'Names are kept and told up to 200 characters',
		edits: trigger('listing.ts', 'shortened(text, 200)', 'text'),
		caughtBy: unit('state', 'a name is kept and told up to 200 characters'),
	},
];
