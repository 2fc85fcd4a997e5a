import type { Sabotage } from '../../tools/sabotage/types';

const matrix = ['test/engine/launch/matrix.test.ts'];
const guards = ['test/engine/launch/guards.test.ts'];
const memory = ['test/engine/launch/memory.test.ts'];
const send = ['test/engine/launch/send.test.ts'];
const delivery = 'nodes/RcsPromotion/operations/promotion/launchDelivery.ts';
const operation = 'nodes/RcsPromotion/operations/promotion/launch.ts';
const guardsCode = 'nodes/RcsPromotion/operations/promotion/launchGuards.ts';

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
				file: delivery,
				find: '	memory.remember(key, sending);\n	const outcome = await client.launch(',
				by: '	const outcome = await client.launch(',
			},
		],
		caughtBy: { files: memory, tests: 'is written before the request leaves' },
	},
	{
		id: 'launch-memory-without-run-index',
		promise: 'Each round of a loop makes its own launch',
		edits: [
			{
				file: operation,
				find: "`run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`",
				by: "'run'",
			},
		],
		caughtBy: { files: memory, tests: 'tells the rounds of a loop apart' },
	},
	{
		id: 'launch-memory-by-value',
		promise: 'A clock in a field does not make a second try another launch',
		edits: [
			{
				file: operation,
				find: '	return isOneForAll ? run : `${run} item ${itemIndex}`;',
				by: "	const name = item.parameter('promotionName') as string;\n	return isOneForAll ? run : `${run} item ${itemIndex} ${name}`;",
			},
		],
		caughtBy: { files: memory, tests: 'goes by the place in the execution' },
	},
	{
		id: 'launch-option-default-not-applied',
		promise: 'An option that was never added protects all the same',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launchRequest.ts',
				find: "ifSentBefore: form.option('ifSentBefore', 'If Sent Before', ['fail', 'launch']),",
				by: "ifSentBefore: (form.raw('options') as { ifSentBefore?: 'fail' }).ifSentBefore ?? 'launch',",
			},
		],
		caughtBy: { files: guards, tests: 'stops the same template to the same recipients' },
	},
	{
		id: 'launch-last-row-dropped',
		promise: 'Every contact goes out, the last one too',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/checkItems.ts',
				find: 'for (let item = 0; item < count; item++) {',
				by: 'for (let item = 0; item < count - 1; item++) {',
			},
		],
		caughtBy: { files: ['test/engine/launch/wire.test.ts'], tests: 'items become one file' },
	},
	{
		id: 'launch-key-in-a-message',
		promise: 'The key is in no output and in no message, even if the service repeats it',
		edits: [
			{
				file: 'nodes/service/redact.ts',
				find: 'return (text) => (possibly.test(text) ? text.replace(pattern, HIDDEN) : text);',
				by: 'return (text) => (possibly.test(HIDDEN) ? text.replace(pattern, HIDDEN) : text);',
			},
		],
		caughtBy: { files: matrix, tests: 'the key echoed' },
	},
	{
		id: 'launch-trouble-taken-for-refusal',
		promise: 'What may have been taken is not sent again',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/judge.ts',
				find: 'status < 500 && status !== 408',
				by: 'status < 600 && status !== 408',
			},
		],
		caughtBy: { files: matrix, tests: 'status 503 before accepting' },
	},
	{
		id: 'launch-web-page-taken-for-acceptance',
		promise: 'A web page in place of an answer is no launch',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/judge.ts',
				find: "return isPage(outcome) ? 'unknown' : 'accepted';",
				by: "return isPage(outcome) ? 'accepted' : 'accepted';",
			},
		],
		caughtBy: { files: matrix, tests: 'a web page before accepting' },
	},
	{
		id: 'launch-test-reaches-a-crowd',
		promise: 'A test run in the editor reaches at most ten contacts',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sendDecision.ts',
				find: 'export const LARGEST_TEST = 10;',
				by: 'export const LARGEST_TEST = 11;',
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
				find: 'return this.store.startedAsTest === true;',
				by: 'return isTest;',
			},
		],
		caughtBy: { files: send, tests: 'stays a test when n8n retries it' },
	},
	{
		id: 'launch-without-the-list',
		promise: 'Nothing is sent while the list cannot be read',
		edits: [
			{
				file: guardsCode,
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
				find: 'if (sent.length >= maximumLaunches) {',
				by: 'if (sent.length > maximumLaunches) {',
			},
		],
		caughtBy: { files: guards, tests: 'stops 500 items with an uploaded list' },
	},
	{
		id: 'launch-repeat-not-recorded',
		promise: 'What was sent is recorded over executions before it is sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: 'sentBefore ? added : added.filter((one) => !own.includes(one))',
				by: 'added',
			},
		],
		caughtBy: { files: guards, tests: 'a second execution that begins while the first waits' },
	},
	{
		id: 'launch-differences-unseen',
		promise: 'A field that differs for the last of many contacts is noticed',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sameForAll.ts',
				find: 'comparedItems(itemCount).slice(1)',
				by: 'comparedItems(itemCount).slice(1, 10)',
			},
		],
		caughtBy: { files: ['test/engine/launch/sameForAll.test.ts'], tests: 'only the last of many differs' },
	},
];
