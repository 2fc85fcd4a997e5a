import type { Sabotage } from '../harness/sabotagePatch';

const doubtful = ['test/engine/launch/doubtful.test.ts'];
const answers = ['test/engine/launch/answers.test.ts'];
const guards = ['test/engine/launch/guards.test.ts'];
const names = ['test/engine/launch/names.test.ts'];
const repeats = ['test/engine/launch/repeats.test.ts'];
const sameMessage = ['test/engine/launch/sameMessage.test.ts'];
const liveRun = ['test/engine/launch/liveRun.test.ts'];
const trials = ['test/engine/launch/trials.test.ts'];
const body = ['test/engine/launch/body.test.ts'];
const sameForAll = ['test/engine/launch/sameForAll.test.ts'];
const folder = 'nodes/RcsPromotion/launch';

export const sabotages: Sabotage[] = [
	{
		id: 'launch-post-retried',
		promise: 'A launch is sent once, whatever comes back',
		edits: [
			{
				file: 'nodes/service/client.ts',
				find: 'const outcome = await send(this.connection, request);',
				by: `let outcome = await send(this.connection, request);
		if (request.method === 'POST' && outcome.kind === 'noAnswer') outcome = await send(this.connection, request);`,
			},
		],
		caughtBy: { files: doubtful, tests: 'a reset afterAccepting' },
	},
	{
		id: 'launch-memory-after-the-answer',
		promise: 'A launch is remembered before it is sent',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: '	memory.remember(launch);\n	return {',
				by: '	return {',
			},
		],
		caughtBy: { files: ['test/engine/launch/memory.test.ts'], tests: 'is written before the request leaves' },
	},
	{
		id: 'launch-trouble-taken-for-refusal',
		promise: 'What may have been taken is not sent again',
		edits: [
			{
				file: 'nodes/service/judgement.ts',
				find: "status < 600, 'unknown', true],",
				by: "status < 600, 'refused', true],",
			},
		],
		caughtBy: { files: doubtful, tests: 'status 503 beforeAccepting' },
	},
	{
		id: 'launch-test-reaches-contacts',
		promise: 'A test reaches the test phones, and no contact',
		edits: [
			{
				file: `${folder}/campaign.ts`,
				find: 'contacts: { ...contacts, file, first,',
				by: 'contacts: { ...contacts, first,',
			},
		],
		caughtBy: { files: trials, tests: 'sends to nobody in mode manual' },
	},
	{
		id: 'launch-test-without-phones',
		promise: 'Without test phones, a test reaches nobody',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: "if (phones.length > 0) return { kind: 'testPhones', phones };",
				by: "return phones.length > 0 ? { kind: 'testPhones', phones } : { kind: 'everyone' };",
			},
		],
		caughtBy: { files: trials, tests: 'sends to nobody in mode manual' },
	},
	{
		id: 'launch-without-the-list',
		promise: 'Nothing is sent while the list cannot be read',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: ': await item.client.promotionList();',
				by: ': await item.client.promotionList().catch(() => facts.listed);',
			},
		],
		caughtBy: { files: names, tests: 'sends nothing when the list cannot be read' },
	},
	{
		id: 'launch-to-more-than-allowed',
		promise: 'No launch reaches more than Maximum Recipients',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: 'if (count === null || count <= request.maximumRecipients) return undefined;',
				by: 'if (count === null || count <= request.maximumRecipients + 1) return undefined;',
			},
		],
		caughtBy: { files: guards, tests: 'is 1000 without being set' },
	},
	{
		id: 'launch-repeat-not-recorded',
		promise: 'What was sent is recorded over executions before it is sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/launchRecord.ts',
				find: 'goesToEveryone && !isRepeat(count, this.fingerprint);',
				by: 'goesToEveryone && count < 0;',
			},
		],
		caughtBy: { files: repeats, tests: 'a second execution that begins while the first still reads the list' },
	},
	{
		id: 'launch-differences-unseen',
		promise: 'A field that differs for one of many contacts is noticed',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/sameForAll.ts',
				find: 'item < count; item++',
				by: 'item < count; item += 2',
			},
		],
		caughtBy: { files: sameForAll, tests: 'only one of many differs' },
	},
	{
		id: 'launch-conflict-believed',
		promise: 'A launch that was taken is not called refused because a repeated request was',
		edits: [{ file: `${folder}/sendOnce.ts`, find: 'return newIds.length > 0 ||', by: 'return newIds.length < 0 ||' }],
		caughtBy: { files: answers, tests: 'repeated on its way' },
	},
	{
		id: 'launch-name-unknown-to-others',
		promise: 'A copied workflow does not launch the same name before the list shows the first',
		edits: [
			{
				file: `${folder}/memory.ts`,
				find: 'for (const [id, launch] of launchesOfProcess) all.set(id, launch);',
				by: '',
			},
		],
		caughtBy: { files: names, tests: 'a name that another workflow of this n8n has just launched' },
	},
	{
		id: 'launch-template-of-dry-run',
		promise: 'A dry run returns the template exactly as a launch sends it',
		edits: [{ file: `${folder}/campaign.ts`, find: 'template: { ...template }, ', by: '' }],
		caughtBy: { files: trials, tests: 'is what a next launch sends' },
	},
	{
		id: 'launch-repeat-of-a-part',
		promise: 'A list of which three quarters got it is recognized',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/fingerprint.ts',
				find: 'LOOKUP_SIZE = 32;',
				by: 'LOOKUP_SIZE = 4;',
			},
		],
		caughtBy: { files: ['test/unit/launch/repeats.test.ts'], tests: 'three quarters had it' },
	},
	{
		id: 'launch-twice-in-one-execution',
		promise: 'Two nodes of one execution do not send the same to the same people',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: '		...stop(findRepeatInExecution(campaign, memory)),\n',
				by: '',
			},
		],
		caughtBy: { files: sameMessage, tests: 'by two nodes of one execution' },
	},
	{
		id: 'launch-of-another-node-taken',
		promise: 'A lost launch is not taken for one of another node with the same name',
		edits: [
			{
				file: `${folder}/memory.ts`,
				find: 'new Map<string, KnownLaunch>(Object.values(this.kept).map(',
				by: 'new Map<string, KnownLaunch>(this.launchesOfNode().map(',
			},
		],
		caughtBy: { files: ['test/unit/launch/memory.test.ts'], tests: 'by any node, in another n8n process' },
	},
	{
		id: 'launch-typed-expression-sent',
		promise: 'An expression that was typed as fixed text reaches nobody',
		edits: [
			{
				file: 'nodes/form/expressions.ts',
				find: "return used >= 0 && text.includes('}}', used);",
				by: 'return used < -1;',
			},
		],
		caughtBy: { files: sameForAll, tests: 'typed as fixed text' },
	},
	{
		id: 'launch-blank-guard',
		promise: 'A guard that was added and left blank never counts as left out',
		edits: [{ file: 'nodes/form/formReader.ts', find: 'return blank ? ', by: 'return blank?.name === name ? ' }],
		caughtBy: { files: ['test/engine/launch/foundNothing.test.ts'], tests: 'left blank is asked about' },
	},
	{
		id: 'launch-credential-of-first-item',
		promise: 'A credential that depends on the item is never that of another item',
		edits: [
			{
				file: 'nodes/RcsPromotion/itemContext.ts',
				find: 'if (!client.hasSameCredential(first)) return undefined;',
				by: 'void first;',
			},
		],
		caughtBy: { files: ['test/engine/credential.test.ts'], tests: 'depends on the item' },
	},
	{
		id: 'launch-status-not-said',
		promise: 'A campaign that the list shows as failed is not just called handed over',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: 'promotion.promotionId === promotionId)?.status',
				by: "promotion.promotionId === '')?.status",
			},
		],
		caughtBy: { files: answers, tests: 'Failed is said to be that' },
	},
	{
		id: 'launch-retried-test-goes-live',
		promise: 'A test that n8n retries stays a test',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: "mode === 'retry' ? origin : {",
				by: "mode === 'retry' ? { ...origin, source: 'error' } : {",
			},
		],
		caughtBy: { files: liveRun, tests: 'of a test is a test' },
	},
	{
		id: 'launch-unpublished-goes-live',
		promise: 'A workflow that is not published does not send to everyone, no matter who runs it',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: ': context.getWorkflow().active;',
				by: ': true;',
			},
		],
		caughtBy: { files: ['test/unit/launch/liveRun.test.ts'], tests: 'goes by what is published' },
	},
	{
		id: 'launch-assistant-goes-live',
		promise: 'An assistant that runs a published workflow reaches no contact',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: '&& !wasStartedByHand(lookUp.execution)',
				by: '|| wasStartedByHand(lookUp.execution)',
			},
		],
		caughtBy: { files: liveRun, tests: 'by the MCP server is refused' },
	},
	{
		id: 'launch-sub-workflow-of-a-test-goes-live',
		promise: 'The sub-workflow of a test is a test',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: "if (parentExecutionId === undefined) return 'live';",
				by: "if (parentExecutionId !== null) return 'live';",
			},
		],
		caughtBy: { files: liveRun, tests: '1 levels deep is a test where the first run is one' },
	},
	{
		id: 'launch-unwatched-ends-green',
		promise: 'A run that nobody watches does not end as a test that sent nothing',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: "if (typeof runKind === 'object') {",
				by: "if (typeof runKind === 'object' && reach !== undefined) {",
			},
		],
		caughtBy: { files: liveRun, tests: 'is refused in every other mode' },
	},
	{
		id: 'launch-failure-beside-an-id',
		promise: 'An answer that names a promotion and a failure is not called launched',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: "writeOutcome === 'accepted' && !names",
				by: "(writeOutcome === 'accepted' || answeredIds.length === 1) && !names",
			},
		],
		caughtBy: { files: answers, tests: 'that names a promotion and a failure' },
	},
	{
		id: 'launch-words-not-quoted',
		promise: 'What the service said beside the ID is always quoted',
		edits: [
			{
				file: `${folder}/output.ts`,
				find: "if (all !== '' && all.length",
				by: "if (all !== '' && promotionId === null && all.length",
			},
		],
		caughtBy: { files: answers, tests: 'that names a promotion: the launch is launched' },
	},
	{
		id: 'launch-others-not-counted',
		promise: 'Whom the service may add is never counted as known',
		edits: [
			{
				file: `${folder}/output.ts`,
				find: 'handedOver: reach === undefined ? contacts.count : null',
				by: 'handedOver: contacts.count',
			},
		],
		caughtBy: { files: body, tests: 'that may reach others counts nobody' },
	},
	{
		id: 'launch-time-to-come-sent-now',
		promise: 'What has a time to come is not sent at once, under either of its names',
		edits: [{ file: `${folder}/request.ts`, find: "['scheduledtime', 'scheduletime']", by: "['scheduledtime']" }],
		caughtBy: { files: body, tests: 'with a time to come is not sent now' },
	},
	{
		id: 'launch-name-free-too-soon',
		promise: 'A name is held for an hour while the list does not show it',
		edits: [{ file: `${folder}/memory.ts`, find: 'HOUR = 3_600_000', by: 'HOUR = 120_000' }],
		caughtBy: { files: ['test/unit/launch/memory.test.ts'], tests: 'is in use for an hour' },
	},
	{
		id: 'launch-meets-yesterday',
		promise: 'A daily campaign never meets yesterday’s',
		edits: [
			{ file: `${folder}/launchRecord.ts`, find: '[1, 0, -1, -2, -3, -4]', by: '[1, 0, -1, -2, -3, -4, -5, -6]' },
		],
		caughtBy: { files: ['test/unit/launch/launchRecord.test.ts'], tests: 'a daily campaign never meets' },
	},
	{
		id: 'launch-part-of-a-repeat-untold',
		promise: 'What is known of a repeat below the limit is told',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: "...warn(repeatCount, template, 'from this node",
				by: "...warn(0, template, 'from this node",
			},
		],
		caughtBy: { files: repeats, tests: 'tells what is known below the limit' },
	},
	{
		id: 'launch-refused-stays-recorded',
		promise: 'What was plainly refused may be sent again',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: 'if (!wasSent) await launchRecord.withdraw();',
				by: 'if (wasSent) await launchRecord.withdraw();',
			},
		],
		caughtBy: { files: repeats, tests: 'forgets a launch that was plainly refused' },
	},
	{
		id: 'launch-more-often-than-allowed',
		promise: 'No execution launches more often than Maximum Launches',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: '		...stop(findTooManyLaunches(campaign, memory), true),\n',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'stops all items before the first' },
	},
	{
		id: 'launch-await-before-remembered',
		promise: 'Of two launches of one name at the same moment, one is sent',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: 'function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory) {\n	const stops = findStops(campaign, memory, facts);',
				by: 'async function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory) {\n	const stops = findStops(campaign, memory, facts);\n	await new Promise((resolve) => setTimeout(resolve, 100));',
			},
		],
		caughtBy: { files: names, tests: 'two have read the list at the same moment' },
	},
];
