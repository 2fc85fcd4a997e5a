import type { Sabotage } from '../../tools/sabotagePatch';

const doubtful = ['test/engine/launch/doubtful.test.ts'];
const guards = ['test/engine/launch/guards.test.ts'];
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
				find: '	memory.remember(sending);\n',
				by: '',
			},
		],
		caughtBy: { files: doubtful, tests: 'is written before the request leaves' },
	},
	{
		id: 'launch-memory-by-value',
		promise: 'A clock in a field does not make a second try another launch',
		edits: [
			{
				file: `${folder}/memory.ts`,
				find: ': `${this.run} item ${item.itemIndex}`;',
				by: ": `${this.run} item ${item.itemIndex} ${item.form.text('promotionName')}`;",
			},
		],
		caughtBy: { files: doubtful, tests: 'goes by the place in the execution' },
	},
	{
		id: 'launch-option-default-not-applied',
		promise: 'An option that was never added protects all the same',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/request.ts',
				find: "refuseRepeatsWithinHours: options.wholeNumber('refuseRepeatsWithinHours')",
				by: "refuseRepeatsWithinHours: options.has('refuseRepeatsWithinHours') ? options.wholeNumber('refuseRepeatsWithinHours') : 0",
			},
		],
		caughtBy: { files: guards, tests: 'goes by template, language, account' },
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
		id: 'launch-test-reaches-a-crowd',
		promise: 'A test run in the editor reaches at most ten contacts',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/decide.ts',
				find: 'export const MOST_TESTED = 10;',
				by: 'export const MOST_TESTED = 11;',
			},
		],
		caughtBy: { files: trials, tests: 'sends to ten contacts in mode manual' },
	},
	{
		id: 'launch-retried-test-goes-live',
		promise: 'A test that n8n retries stays a test',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/memory.ts',
				find: 'this.isTest = stored.rcsPromotionTest === true;',
				by: 'this.isTest = !isLive;',
			},
			{
				file: 'nodes/RcsPromotion/launch/decide.ts',
				find: "return source === undefined || [...LIVE_MODES, ...TRIGGER_MODES, 'retry'].includes(source);",
				by: "return source !== 'unheard of';",
			},
		],
		caughtBy: { files: trials, tests: 'stays a test when n8n retries it' },
	},
	{
		id: 'launch-without-the-list',
		promise: 'Nothing is sent while the list cannot be read',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: ': await item.client.promotions() };',
				by: ': await item.client.promotions().catch(() => []) };',
			},
		],
		caughtBy: { files: guards, tests: 'sends nothing when the list cannot be read' },
	},
	{
		id: 'launch-count-per-run',
		promise: 'Maximum Launches counts over the whole execution',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: 'const launches = memory.sentInOtherRuns() + (',
				by: 'const launches = (',
			},
		],
		caughtBy: { files: guards, tests: 'counts over all rounds of a loop' },
	},
	{
		id: 'launch-to-more-than-allowed',
		promise: 'No launch reaches more than Maximum Recipients',
		edits: [
			{
				file: `${folder}/stops.ts`,
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
				file: `${folder}/stops.ts`,
				find: "if (ifNameExists === 'fail') note(inUse, false);",
				by: "if (ifNameExists === 'fail' && campaign.contacts === null) note(inUse, false);",
			},
		],
		caughtBy: { files: guards, tests: 'whatever the case, the blanks and the spelling' },
	},
	{
		id: 'launch-by-an-agent',
		promise: 'An AI agent messages nobody unless Send is set to Always',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/decide.ts',
				find: 'if (isTool) {',
				by: 'if (isTool && testSize === null) {',
			},
		],
		caughtBy: { files: trials, tests: 'sends nothing, however few the contacts' },
	},
	{
		id: 'launch-looks-back-too-short',
		promise: 'What was sent before counts for all of the hours to look back',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: '{ length: hours + 1 }',
				by: '{ length: Math.min(hours, 1) + 1 }',
			},
		],
		caughtBy: { files: guards, tests: 'counts whole hours' },
	},
	{
		id: 'launch-repeat-not-recorded',
		promise: 'What was sent is recorded over executions before it is sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: 'await this.forget(added.filter((mark) => !stays || mark !== own));',
				by: 'await this.forget(added);',
			},
		],
		caughtBy: { files: guards, tests: 'a second execution that begins while the first still reads the list' },
	},
	{
		id: 'launch-differences-unseen',
		promise: 'A field that differs for one of many contacts is noticed',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sameForAll.ts',
				find: 'item < count; item++',
				by: 'item < count; item += 2',
			},
		],
		caughtBy: { files: ['test/engine/launch/send.test.ts'], tests: 'only one of many differs' },
	},
	{
		id: 'launch-unpublished-goes-live',
		promise: 'A workflow that is not published is tested, whoever runs it',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/decide.ts',
				find: 'return context.getWorkflow().active || (await wasTriggered(context));',
				by: 'return true;',
			},
		],
		caughtBy: { files: trials, tests: 'not published' },
	},
	{
		id: 'launch-tests-counted-apart',
		promise: 'The ten of a test are counted over the whole execution',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: 'alreadyTested: memory.tested(),',
				by: 'alreadyTested: 0,',
			},
		],
		caughtBy: { files: trials, tests: 'over all rounds of a loop' },
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
				file: `${folder}/stops.ts`,
				find: "if (approved === '' || approved === (await approvalCode(item, campaign))) return undefined;",
				by: "if (approved === '' || approved.length > 20) return undefined;",
			},
		],
		caughtBy: { files: trials, tests: 'refuses what has changed since' },
	},
	{
		id: 'launch-not-recorded-without-guard',
		promise: 'Every live launch is recorded, also where repeats are allowed',
		edits: [
			{
				file: `${folder}/sentBefore.ts`,
				find: 'const added = await this.record(asked);\n			const sentBefore',
				by: 'const added = hours === 0 ? [] : await this.record(asked);\n			const sentBefore',
			},
			{
				file: `${folder}/stops.ts`,
				find: 'if (isClear) await record.reservation?.confirm();\n	else',
				by: 'if (!isClear)',
			},
		],
		caughtBy: { files: guards, tests: 'counts for the next launch all the same' },
	},
	{
		id: 'launch-outside-its-hours',
		promise: 'A live run outside the hours of Send Only Between sends nothing',
		edits: [{ file: `${folder}/stops.ts`, find: '	note(outsideHours(launch), false);\n', by: '' }],
		caughtBy: { files: guards, tests: 'the hours of the day' },
	},
	{
		id: 'launch-after-its-hours',
		promise: 'Hours that end while the list is read are kept',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: ' ?? (isLive ? outsideHours(launch) : undefined)',
				by: '',
			},
		],
		caughtBy: { files: ['test/engine/launch/advice.test.ts'], tests: 'hours that end while the list is read' },
	},
	{
		id: 'launch-default-file',
		promise: 'An expression that found nothing never stands for a default',
		edits: [
			{
				file: 'nodes/RcsPromotion/itemContext.ts',
				find: 'this.parameter(name, usual) ?? null',
				by: 'this.parameter(name, usual)',
			},
		],
		caughtBy: { files: ['test/engine/launch/advice.test.ts'], tests: 'does not send the file called data' },
	},
	{
		id: 'launch-id-not-believed',
		promise: 'An answer with a promotion ID is an acceptance',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: "answeredId === undefined ? judge(outcome).write : 'accepted'",
				by: 'judge(outcome).write',
			},
		],
		caughtBy: { files: doubtful, tests: 'is none with a promotion ID in it' },
	},
	{
		id: 'launch-difference-of-alike-items',
		promise: 'Items are taken for alike only by what the value depends on',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sameForAll.ts',
				find: 'return fields.length === looks.length ?',
				by: 'return fields.length > 0 ?',
			},
		],
		caughtBy: { files: ['test/unit/launch/sameForAll.test.ts'], tests: 'what an expression depends on' },
	},
	{
		id: 'launch-typed-expression-sent',
		promise: 'An expression that was typed as fixed text reaches nobody',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sameForAll.ts',
				find: "return used > 0 && text.includes('}}', used);",
				by: 'return used < -1;',
			},
		],
		caughtBy: { files: ['test/engine/launch/send.test.ts'], tests: 'typed as fixed text' },
	},
	{
		id: 'launch-blank-guard',
		promise: 'A guard that was added and left blank never counts as left out',
		edits: [{ file: 'nodes/service/formReader.ts', find: 'return blank ? ', by: 'return blank?.name === name ? ' }],
		caughtBy: { files: ['test/engine/launch/foundNothing.test.ts'], tests: 'left blank is asked about' },
	},
	{
		id: 'launch-guard-left-out-by-agent',
		promise: 'An AI agent cannot leave out a guard of a launch',
		edits: [
			{
				file: 'nodes/RcsPromotion/itemContext.ts',
				find: 'emptyIsUnset: this.isTool && !writes',
				by: 'emptyIsUnset: this.isTool',
			},
		],
		caughtBy: { files: ['test/engine/launch/foundNothing.test.ts'], tests: 'leaves a guard empty' },
	},
];
