import type { Sabotage } from '../harness/sabotagePatch';

const doubtful = ['test/engine/launch/doubtful.test.ts'];
const guards = ['test/engine/launch/guards.test.ts'];
const liveRun = ['test/engine/launch/liveRun.test.ts'];
const trials = ['test/engine/launch/trials.test.ts'];
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
		caughtBy: { files: doubtful, tests: 'a reset after accepting' },
	},
	{
		id: 'launch-memory-after-the-answer',
		promise: 'A launch is remembered before it is sent',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: '	memory.remember(launch);\n	return { campaign,',
				by: '	return { campaign,',
			},
		],
		caughtBy: { files: doubtful, tests: 'is written before the request leaves' },
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
		caughtBy: { files: doubtful, tests: 'status 503 before accepting' },
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
				find: "if (testPhones.length > 0) return { kind: 'testPhones' };",
				by: "if (testPhones.length === 0) return { kind: 'everyone' };\n	if (testPhones.length > 0) return { kind: 'testPhones' };",
			},
		],
		caughtBy: { files: trials, tests: 'sends to nobody in mode manual' },
	},
	{
		id: 'launch-retried-test-goes-live',
		promise: 'A test that n8n retries stays a test',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: "mode === 'retry' ? origin : { ...origin, source: mode }",
				by: "{ ...origin, source: mode === 'retry' ? 'trigger' : mode }",
			},
		],
		caughtBy: { files: liveRun, tests: 'of a test is a test' },
	},
	{
		id: 'launch-without-the-list',
		promise: 'Nothing is sent while the list cannot be read',
		edits: [
			{
				file: `${folder}/decide.ts`,
				find: ': await item.client.promotions() };',
				by: ': await item.client.promotions().catch(() => []) };',
			},
		],
		caughtBy: { files: guards, tests: 'sends nothing when the list cannot be read' },
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
		id: 'launch-by-an-agent',
		promise: 'An AI agent messages nobody unless Send To is set to Everyone, Always',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/decide.ts',
				find: 'if (isTool) {',
				by: 'if (isTool && testPhones.length === 0) {',
			},
		],
		caughtBy: { files: trials, tests: 'sends nothing, also to no test phone' },
	},
	{
		id: 'launch-repeat-not-recorded',
		promise: 'What was sent is recorded over executions before it is sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/launchRecord.ts',
				find: 'goesToEveryone && !isRepeat(repeatCount, this.fingerprint);',
				by: 'goesToEveryone && repeatCount < 0;',
			},
		],
		caughtBy: { files: guards, tests: 'a second execution that begins while the first still reads the list' },
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
		caughtBy: { files: ['test/engine/launch/send.test.ts'], tests: 'only one of many differs' },
	},
	{
		id: 'launch-unpublished-goes-live',
		promise: 'A workflow that is not published is tested, no matter who runs it',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: "if (lookUp.kind === 'neverShown' && !context.getWorkflow().active) return 'test';",
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/launch/liveRun.test.ts'], tests: 'goes by what is published' },
	},
	{
		id: 'launch-unrecognized-ends-green',
		promise: 'A run of a trigger that n8n cannot show does not end as a test that sent nothing',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: "if (lookUp.kind === 'missing' && [...TRIGGER_MODES, 'retry'].includes(mode)) return 'notKnown';",
				by: "if (lookUp.kind === 'missing') return context.getWorkflow().active ? 'live' : 'test';",
			},
		],
		caughtBy: { files: ['test/unit/launch/liveRun.test.ts'], tests: 'is not known where others are shown' },
	},
	{
		id: 'launch-unclear-answer-believed',
		promise: 'An answer that names nothing is no launch until the list shows it',
		edits: [
			{
				file: `${folder}/findLaunched.ts`,
				find: 'const isConfirmed = promotionId === null ? saysSuccess(answer) : !isDenied;',
				by: 'const isConfirmed = answer.status < 300;',
			},
		],
		caughtBy: { files: doubtful, tests: 'that names nothing: the launch is unconfirmed' },
	},
	{
		id: 'launch-failure-beside-an-id',
		promise: 'An answer that names a promotion and a failure is not called launched',
		edits: [
			{
				file: `${folder}/findLaunched.ts`,
				find: 'const isConfirmed = promotionId === null ? saysSuccess(answer) : !isDenied;',
				by: 'const isConfirmed = promotionId !== null || saysSuccess(answer);',
			},
		],
		caughtBy: { files: doubtful, tests: 'that names a promotion and a failure' },
	},
	{
		id: 'launch-conflict-believed',
		promise: 'A launch that was taken is not called refused because a repeated request was',
		edits: [{ file: `${folder}/sendOnce.ts`, find: 'return newIds.length > 0 ||', by: 'return' }],
		caughtBy: { files: ['test/engine/launch/listed.test.ts'], tests: 'repeated on its way' },
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
		caughtBy: { files: guards, tests: 'a name that another workflow of this n8n has just launched' },
	},
	{
		id: 'launch-unknown-returned-as-existing',
		promise: 'A launch of which nothing is known is not returned as existing',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: "ifNameExists === 'return' && inUse?.promotionId !== null ?",
				by: "ifNameExists === 'return' ?",
			},
		],
		caughtBy: { files: ['test/unit/launch/stops.test.ts'], tests: 'is never called existing' },
	},
	{
		id: 'launch-template-of-dry-run',
		promise: 'A dry run returns the template exactly as a launch sends it',
		edits: [{ file: `${folder}/campaign.ts`, find: '			template: { ...template },\n', by: '' }],
		caughtBy: { files: trials, tests: 'is what a next launch sends' },
	},
	{
		id: 'launch-outside-its-hours',
		promise: 'A live run outside the hours of Send Only Between sends nothing',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: '		{ issue: findOutsideHours(campaign, facts.now), alsoStopsTests: false },\n',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'the hours of the day' },
	},
	{
		id: 'launch-assistant-goes-live',
		promise: 'An assistant that runs a published workflow reaches no contact',
		edits: [
			{ file: `${folder}/liveRun.ts`, find: "if (execution && wasStartedByHand(execution)) return 'test';", by: '' },
		],
		caughtBy: { files: liveRun, tests: 'by the MCP server' },
	},
	{
		id: 'launch-sub-workflow-of-a-test-goes-live',
		promise: 'The sub-workflow of a test is a test',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: "if (parentExecutionId === undefined) return 'live';",
				by: "if (parentExecutionId !== null) return 'live';",
			},
		],
		caughtBy: { files: liveRun, tests: '1 levels deep is a test where the first run is one' },
	},
	{
		id: 'launch-repeat-of-a-part',
		promise: 'A part of those who got it is recognized',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/fingerprint.ts',
				find: 'FINGERPRINT_SIZE = 256;',
				by: 'FINGERPRINT_SIZE = 33;',
			},
		],
		caughtBy: { files: ['test/unit/launch/repeats.test.ts'], tests: 'any part of a list of 100' },
	},
	{
		id: 'launch-twice-in-one-execution',
		promise: 'Two nodes of one execution do not send the same to the same people',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: '		{ issue: findRepeatInExecution(campaign, memory), alsoStopsTests: false },\n',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'by two nodes of one execution' },
	},
	{
		id: 'launch-of-another-node-taken',
		promise: 'A lost launch is not taken for one of another node with the same name',
		edits: [
			{
				file: `${folder}/memory.ts`,
				find: 'new Map<string, KnownLaunch>(Object.values(this.kept ?? {}).map(',
				by: 'new Map<string, KnownLaunch>(this.launchesOfNode().map(',
			},
		],
		caughtBy: { files: ['test/unit/launch/memory.test.ts'], tests: 'by different nodes apart' },
	},
	{
		id: 'launch-typed-expression-sent',
		promise: 'An expression that was typed as fixed text reaches nobody',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/sameForAll.ts',
				find: "return used >= 0 && text.includes('}}', used);",
				by: 'return used < -1;',
			},
		],
		caughtBy: { files: ['test/engine/launch/send.test.ts'], tests: 'typed as fixed text' },
	},
	{
		id: 'launch-blank-guard',
		promise: 'A guard that was added and left blank never counts as left out',
		edits: [{ file: 'nodes/form/formReader.ts', find: 'return blank ? ', by: 'return blank?.name === name ? ' }],
		caughtBy: { files: ['test/engine/launch/foundNothing.test.ts'], tests: 'left blank is asked about' },
	},
	{
		id: 'launch-guard-left-out-by-agent',
		promise: 'An AI agent cannot leave out a guard of a launch',
		edits: [
			{
				file: 'nodes/RcsPromotion/itemContext.ts',
				find: 'emptyMeansLeftOut: this.isTool && !writes',
				by: 'emptyMeansLeftOut: this.isTool',
			},
		],
		caughtBy: { files: ['test/engine/launch/foundNothing.test.ts'], tests: 'leaves a guard empty' },
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
		id: 'launch-gap-in-text',
		promise: 'A text of which an expression found nothing in a part is warned about',
		edits: [
			{ file: `${folder}/launchForm.ts`, find: 'withGaps(buildTemplate(form), item)', by: 'buildTemplate(form)' },
		],
		caughtBy: { files: ['test/engine/launch/foundNothing.test.ts'], tests: 'a text with a gap' },
	},
	{
		id: 'launch-status-not-said',
		promise: 'A campaign that the list shows as failed is not just called sent',
		edits: [
			{
				file: `${folder}/findLaunched.ts`,
				find: "const status = statusOf.get(promotionId ?? '') || null;",
				by: "const status = statusOf.get('') || null;",
			},
		],
		caughtBy: { files: ['test/engine/launch/listed.test.ts'], tests: 'Failed is said to be that' },
	},
];
