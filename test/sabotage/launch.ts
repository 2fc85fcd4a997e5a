import type { Sabotage } from '../../tools/sabotage/types';

const matrix = ['test/engine/launch/matrix.test.ts'];
const guards = ['test/engine/launch/guards.test.ts'];
const memory = ['test/engine/launch/memory.test.ts'];
const send = ['test/engine/launch/send.test.ts'];
const attempt = 'nodes/RcsPromotion/launch/attempt.ts';
const operation = 'nodes/RcsPromotion/operations/promotion/launch.ts';
const guardsCode = 'nodes/RcsPromotion/launch/guards.ts';

export const sabotages: Sabotage[] = [
	{
		id: 'launch-post-retried',
		promise: 'A launch is sent once, whatever comes back',
		edits: [
			{
				file: 'nodes/service/client.ts',
				find: 'const outcome = await send(this.context, request);',
				by: `let outcome = await send(this.context, request);
		if (request.method === 'POST' && outcome.kind === 'noAnswer') outcome = await send(this.context, request);`,
			},
		],
		caughtBy: { files: matrix, tests: 'a reset after accepting' },
	},
	{
		id: 'launch-memory-after-the-answer',
		promise: 'A launch is remembered before it is sent',
		edits: [
			{
				file: attempt,
				find: '	memory.remember(key, sending);\n	const own',
				by: '	const own',
			},
		],
		caughtBy: { files: memory, tests: 'is written before the request leaves' },
	},
	{
		id: 'launch-memory-by-value',
		promise: 'A clock in a field does not make a second try another launch',
		edits: [
			{
				file: operation,
				find: 'key: isOneForAll ? run : `${run} item ${itemIndex}`',
				by: "key: `${run} item ${itemIndex} ${item.form.text('promotionName')}`",
			},
		],
		caughtBy: { files: memory, tests: 'goes by the place in the execution' },
	},
	{
		id: 'launch-option-default-not-applied',
		promise: 'An option that was never added protects all the same',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/request.ts',
				find: "ifSentBefore: options.choice('ifSentBefore')",
				by: "ifSentBefore: (options.has('ifSentBefore') ? options.choice('ifSentBefore') : 'launch')",
			},
		],
		caughtBy: { files: guards, tests: 'stops the same template to the same recipients' },
	},
	{
		id: 'launch-trouble-taken-for-refusal',
		promise: 'What may have been taken is not sent again',
		edits: [
			{
				file: 'nodes/service/judgement.ts',
				find: "[status(500, 599), 'unknown', true],",
				by: "[status(500, 599), 'refused', true],",
			},
		],
		caughtBy: { files: matrix, tests: 'status 503 before accepting' },
	},
	{
		id: 'launch-test-reaches-a-crowd',
		promise: 'A test run in the editor reaches at most ten contacts',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sendDecision.ts',
				find: 'export const MOST_TESTED = 10;',
				by: 'export const MOST_TESTED = 11;',
			},
		],
		caughtBy: { files: send, tests: 'sends to ten contacts in mode manual' },
	},
	{
		id: 'launch-retried-test-goes-live',
		promise: 'A test that n8n retries stays a test',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/memory.ts',
				find: 'return this.execution.rcsPromotionTests !== undefined;',
				by: 'return isTest;',
			},
			{
				file: 'nodes/RcsPromotion/launch/sendDecision.ts',
				find: "return source === undefined || [...LIVE_MODES, ...TRIGGER_MODES, 'retry'].includes(source);",
				by: "return source !== 'unheard of';",
			},
		],
		caughtBy: { files: send, tests: 'stays a test when n8n retries it' },
	},
	{
		id: 'launch-without-the-list',
		promise: 'Nothing is sent while the list cannot be read',
		edits: [
			{
				file: operation,
				find: 'return await client.promotions();',
				by: 'return await client.promotions().catch(() => []);',
			},
		],
		caughtBy: { files: guards, tests: 'sends nothing when the list cannot be read' },
	},
	{
		id: 'launch-count-per-run',
		promise: 'Maximum Launches counts over the whole execution',
		edits: [
			{
				file: guardsCode,
				find: 'if (sent >= maximumLaunches) {',
				by: 'if (sent > maximumLaunches) {',
			},
		],
		caughtBy: { files: guards, tests: 'counts over all rounds of a loop' },
	},
	{
		id: 'launch-to-more-than-allowed',
		promise: 'No launch reaches more than Maximum Recipients',
		edits: [
			{
				file: guardsCode,
				find: 'if (contacts === null || contacts <= maximumRecipients) return undefined;',
				by: 'if (contacts === null || contacts <= maximumRecipients + 1) return undefined;',
			},
		],
		caughtBy: { files: guards, tests: 'is 1000 without being set' },
	},
	{
		id: 'launch-name-used-again',
		promise: 'A name that is in use stops a launch',
		edits: [
			{
				file: operation,
				find: "if (ifNameExists === 'fail') stopAt(item, nameIsTaken",
				by: "if (ifNameExists === 'fail' && launch.contacts === null) stopAt(item, nameIsTaken",
			},
		],
		caughtBy: { files: guards, tests: 'knows .* in another spelling' },
	},
	{
		id: 'launch-by-an-agent',
		promise: 'An AI agent messages nobody unless Send is set to Always',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sendDecision.ts',
				find: 'if (isTool) {',
				by: 'if (isTool && contacts === null) {',
			},
		],
		caughtBy: { files: send, tests: 'sends nothing, however few the contacts' },
	},
	{
		id: 'launch-looks-back-too-short',
		promise: 'What was sent before counts for all of the hours to look back',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: 'Math.floor((now - hours * HOUR) / MINUTE) * MINUTE;',
				by: 'Math.floor((now - Math.min(hours, 1) * HOUR) / MINUTE) * MINUTE;',
			},
		],
		caughtBy: { files: guards, tests: 'counts the hours to the minute' },
	},
	{
		id: 'launch-repeat-not-recorded',
		promise: 'What was sent is recorded over executions before it is sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: 'let added = (await this.record([...reachMarksOf(now), ...own])).filter((mark) => own.includes(mark));',
				by: 'let added = [...own];',
			},
		],
		caughtBy: { files: guards, tests: 'a second execution that begins while the first waits' },
	},
	{
		id: 'launch-differences-unseen',
		promise: 'A field that differs for the last of many contacts is noticed',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/differences.ts',
				find: 'comparedItems(itemCount).slice(1)',
				by: 'comparedItems(itemCount).slice(1, 10)',
			},
		],
		caughtBy: { files: ['test/engine/launch/sameForAll.test.ts'], tests: 'only the last of many differs' },
	},
	{
		id: 'launch-unpublished-goes-live',
		promise: 'A workflow that is not published is tested, whoever runs it',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sendDecision.ts',
				find: 'return context.getWorkflow().active || (await wasTriggered(context));',
				by: 'return true;',
			},
		],
		caughtBy: { files: send, tests: 'not published' },
	},
	{
		id: 'launch-tests-counted-apart',
		promise: 'The ten of a test are counted over the whole execution',
		edits: [
			{
				file: operation,
				find: 'alreadyTested: memory.tested(),',
				by: 'alreadyTested: 0,',
			},
		],
		caughtBy: { files: send, tests: 'over all rounds of a loop' },
	},
	{
		id: 'launch-records-overlap',
		promise: 'Launches that overlap do not lose each other’s record',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: 'const turn = before.then(work);',
				by: 'const turn = work();',
			},
		],
		caughtBy: { files: ['test/unit/launch/sentBefore.test.ts'], tests: 'recorded and withdrawn at once' },
	},
	{
		id: 'launch-approved-is-not-compared',
		promise: 'What was changed after its approval is not sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/approval.ts',
				find: 'if (approved === actual) return undefined;',
				by: 'if (CODE_FORM.test(approved)) return undefined;',
			},
		],
		caughtBy: { files: ['test/engine/launch/approval.test.ts'], tests: 'refuses' },
	},
];
