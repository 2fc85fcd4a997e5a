import type { Sabotage } from '../../tools/sabotagePatch';

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
		caughtBy: { files: guards, tests: 'goes by the people, the template and the account' },
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
				file: `${folder}/testRun.ts`,
				find: '		...testListOf(first, phones),\n',
				by: '',
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
				find: "if (testPhones.length > 0) return { kind: 'test' };",
				by: "if (testPhones.length === 0) return { kind: 'live' };\n	if (testPhones.length > 0) return { kind: 'test' };",
			},
		],
		caughtBy: { files: trials, tests: 'sends to nobody in mode manual' },
	},
	{
		id: 'launch-test-with-more-fields',
		promise: 'A test with fields that could name others reaches nobody',
		edits: [
			{
				file: `${folder}/body.ts`,
				find: 'Object.keys(additionalBodyFields).length > 0',
				by: "'targetListId' in additionalBodyFields",
			},
		],
		caughtBy: { files: trials, tests: 'sends to nobody in a test with' },
	},
	{
		id: 'launch-test-of-unchanged-file',
		promise: 'A test of a file that is sent unchanged reaches nobody',
		edits: [
			{
				file: `${folder}/body.ts`,
				find: 'if (contacts.sendFileUnchanged) return',
				by: 'if (contacts.sendFileUnchanged && additionalBodyFields.all) return',
			},
		],
		caughtBy: { files: trials, tests: 'sends to nobody in a test with' },
	},
	{
		id: 'launch-test-holds-back',
		promise: 'A test holds no launch back',
		edits: [
			{
				file: `${folder}/testRun.ts`,
				find: '		peopleOfMessage: [],\n',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'does not count what went to test phones' },
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
				file: `${folder}/knowledge.ts`,
				find: ': await item.client.promotions();',
				by: ': await item.client.promotions().catch(() => []);',
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
				find: 'const launches = memory.sentInOtherRuns() + memory.launchesOfRun;',
				by: 'const launches = memory.launchesOfRun;',
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
				find: 'if (ready === null || ready <= maximumRecipients) return undefined;',
				by: 'if (ready === null || ready <= maximumRecipients + 1) return undefined;',
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
				find: "[ifNameExists === 'fail' ? inUse : undefined, false],",
				by: "[ifNameExists === 'fail' && campaign.contacts === null ? inUse : undefined, false],",
			},
		],
		caughtBy: { files: guards, tests: 'whatever the case, the blanks and the spelling' },
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
		id: 'launch-looks-back-too-short',
		promise: 'What was sent before counts for all of the hours to look back',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/sentBefore.ts',
				find: 'Math.floor(now / HOUR - hours)',
				by: 'Math.floor(now / HOUR - Math.min(hours, 1))',
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
				find: 'if (isLive && !isRepeat(found, people)) {',
				by: 'if (isLive && found < 0) {',
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
		promise: 'A workflow that is not published is tested, whoever runs it',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: 'if (stored ? !isStoredByTrigger(stored) : !context.getWorkflow().active) return false;',
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
				find: 'if (stored === null) return null;',
				by: 'if (stored === null) return context.getWorkflow().active;',
			},
		],
		caughtBy: { files: ['test/unit/launch/liveRun.test.ts'], tests: 'is not known where others are shown' },
	},
	{
		id: 'launch-unclear-answer-believed',
		promise: 'An answer that names nothing is no launch until the list shows it',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: 'const isCertain = answeredId !== null || saysSuccess(answer);',
				by: 'const isCertain = answer.status < 300;',
			},
		],
		caughtBy: { files: doubtful, tests: 'where the answer names nothing' },
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
				find: "approvalCode === '' || approvalCode === known.approvalCode",
				by: "approvalCode === '' || approvalCode.length > 20",
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
				find: 'if (isLive && !isRepeat(found, people))',
				by: 'if (isLive && hours > 0 && !isRepeat(found, people))',
			},
		],
		caughtBy: { files: guards, tests: 'counts for the next launch all the same' },
	},
	{
		id: 'launch-outside-its-hours',
		promise: 'A live run outside the hours of Send Only Between sends nothing',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: '		[outsideHours(campaign, known), false],\n',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'the hours of the day' },
	},
	{
		id: 'launch-after-its-hours',
		promise: 'Hours that end while the list is read are kept',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: 'const known = { foundBefore,',
				by: 'const before = thisMoment(item);\n			const known = { foundBefore,',
			},
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: '...thisMoment(item) }',
				by: '...before }',
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
				find: 'this.fieldValue(field) ?? null',
				by: 'this.fieldValue(field)',
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
		id: 'launch-mode-to-come-goes-live',
		promise: 'What is live is a closed list',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: '!LIVE_MODES.includes(source)',
				by: "['manual', 'chat', 'evaluation'].includes(source)",
			},
		],
		caughtBy: { files: liveRun, tests: 'is a test in every other mode' },
	},
	{
		id: 'launch-assistant-goes-live',
		promise: 'An assistant that runs a published workflow reaches no contact',
		edits: [{ file: `${folder}/liveRun.ts`, find: ' || (stored && wasStartedByHand(stored))', by: '' }],
		caughtBy: { files: liveRun, tests: 'by the MCP server' },
	},
	{
		id: 'launch-sub-workflow-of-a-test-goes-live',
		promise: 'The sub-workflow of a test is a test',
		edits: [
			{ file: `${folder}/liveRun.ts`, find: 'if (parentExecutionId === undefined) return true;', by: 'return true;' },
		],
		caughtBy: { files: liveRun, tests: '1 levels deep is a test where the first run is one' },
	},
	{
		id: 'launch-sub-workflow-followed-one-step',
		promise: 'A sub-workflow is followed to the first execution',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: 'return await isLive(context, origin ?? {}, caller);',
				by: 'return origin?.source !== undefined && LIVE_MODES.includes(origin.source);',
			},
		],
		caughtBy: { files: liveRun, tests: '2 levels deep is a test where the first run is one' },
	},
	{
		id: 'launch-caller-not-shown-goes-live',
		promise: 'A sub-workflow whose caller cannot be shown is a test',
		edits: [
			{
				file: `${folder}/liveRun.ts`,
				find: 'if (origin === undefined && caller === null) return null;',
				by: 'if (origin === undefined) return true;',
			},
		],
		caughtBy: { files: ['test/unit/launch/liveRun.test.ts'], tests: 'cannot show how that began' },
	},
	{
		id: 'launch-repeat-by-exact-list',
		promise: 'A list that lost or gained a few people is recognized',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/sample.ts',
				find: 'found >= (sample.length',
				by: 'found === sample.length && found >= (sample.length',
			},
		],
		caughtBy: { files: guards, tests: 'people again when a tenth of them changed' },
	},
	{
		id: 'launch-repeat-by-few',
		promise: 'A list that shares few people with an earlier one is another',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/sample.ts',
				find: 'MAKE_A_REPEAT : sample.length / 2',
				by: '1 : 1',
			},
		],
		caughtBy: { files: ['test/unit/launch/sentBefore.test.ts'], tests: 'if fewer than half had it' },
	},
	{
		id: 'launch-repeat-of-a-part',
		promise: 'A part of those who got it is recognized',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/sample.ts',
				find: 'SAMPLE_SIZE = 256;',
				by: 'SAMPLE_SIZE = 33;',
			},
		],
		caughtBy: { files: ['test/unit/launch/repeats.test.ts'], tests: 'any part of a list of 100' },
	},
	{
		id: 'launch-record-holds-n8n-up',
		promise: 'The record is asked in portions, so that n8n is not held up',
		edits: [
			{
				file: `${folder}/sentBefore.ts`,
				find: 'const PORTION = 200;',
				by: 'const PORTION = 20_000;',
			},
		],
		caughtBy: { files: ['test/unit/launch/sentBefore.test.ts'], tests: 'asks n8n for few marks at a time' },
	},
	{
		id: 'launch-repeat-by-template-id',
		promise: 'A template ID with a typo does not send everything again',
		edits: [
			{
				file: `${folder}/prepare.ts`,
				find: 'peopleOf(client.accountId, templateName),',
				by: 'peopleOf(client.accountId, templateName, template.id),',
			},
		],
		caughtBy: { files: guards, tests: 'goes by the people, the template and the account' },
	},
	{
		id: 'launch-twice-in-one-execution',
		promise: 'Two nodes of one execution do not send the same to the same people',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: '		[sentInThisExecution(campaign, memory), false],\n',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'by two nodes of one execution' },
	},
	{
		id: 'launch-twice-by-another-template-id',
		promise: "A typo in the template's ID does not let a second node send the same to the same people",
		edits: [
			{
				file: `${folder}/prepare.ts`,
				find: 'templateName, template.components)',
				by: 'templateName, template.id, template.components)',
			},
		],
		caughtBy: { files: guards, tests: 'whatever ID and language' },
	},
	{
		id: 'launch-warnings-of-a-stop-untold',
		promise: 'A run that stops tells its warnings, too',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: 'stopAt(item, stops, [...campaign.warnings, ...campaign.notes]);',
				by: 'stopAt(item, stops);',
			},
		],
		caughtBy: { files: ['test/engine/launch/advice.test.ts'], tests: 'because of a limit tells every kind' },
	},
	{
		id: 'launch-blank-json',
		promise: 'JSON that was added and left empty is refused',
		edits: [
			{
				file: 'nodes/form/formReader.ts',
				find: "(type === 'collection' || type === 'json')",
				by: "type === 'collection'",
			},
		],
		caughtBy: { files: ['test/engine/launch/send.test.ts'], tests: 'refuses JSON that was added' },
	},
	{
		id: 'launch-test-phone-without-code',
		promise: 'A test phone whose country is not known is refused',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/testPhones.ts',
				find: "		if (phone.problem === 'noCountry') refuse(`${shown}, which has no country code`);\n",
				by: "		if (phone.problem === 'noCountry') phones.set(phones.size, text);\n",
			},
		],
		caughtBy: { files: ['test/engine/launch/trials.test.ts'], tests: 'Test Phones' },
	},
	{
		id: 'launch-not-recorded-if-stopped-at-first',
		promise: 'A live launch is recorded before the list is read, whatever seems to stop it then',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: '{ hours, isLive }',
				by: '{ hours, isLive: isLive && !campaign.sendOnlyBetween }',
			},
		],
		caughtBy: { files: guards, tests: 'whose hours begin while the list is read' },
	},
	{
		id: 'launch-clock-ahead',
		promise: 'A launch of an n8n process whose clock is ahead is found',
		edits: [{ file: `${folder}/sentBefore.ts`, find: 'time <= now + HOUR;', by: 'time <= now;' }],
		caughtBy: { files: ['test/unit/launch/sentBefore.test.ts'], tests: 'whose clock is ahead' },
	},
	{
		id: 'launch-of-another-node-taken',
		promise: 'A lost launch is not taken for one of another node with the same name',
		edits: [
			{
				file: `${folder}/memory.ts`,
				find: 'const inExecution = this.ofAllNodes()',
				by: 'const inExecution = this.sent()',
			},
		],
		caughtBy: { files: ['test/unit/launch/memory.test.ts'], tests: 'by another node apart' },
	},
	{
		id: 'launch-old-id-believed',
		promise: 'An answer with the ID of an earlier promotion says nothing certain',
		edits: [{ file: `${folder}/sendOnce.ts`, find: "isOld ? 'unknown' :", by: "isOld ? 'accepted' :" }],
		caughtBy: { files: doubtful, tests: 'which was launched before' },
	},
	{
		id: 'launch-record-after-refusal',
		promise: 'What the service refused does not count as sent',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/launch.ts',
				find: 'if (!memory.recall()) await record?.withdraw();',
				by: '',
			},
		],
		caughtBy: { files: guards, tests: 'takes its record back after a plain refusal' },
	},
	{
		id: 'launch-after-stop',
		promise: 'Nothing is sent once the execution was stopped',
		edits: [
			{
				file: `${folder}/stops.ts`,
				find: "known.isCancelled ? { message: 'The execution was stopped' } : undefined",
				by: 'undefined',
			},
		],
		caughtBy: { files: doubtful, tests: 'where Stop comes after the list was read' },
	},
	{
		id: 'launch-names-in-context',
		promise: 'The context of an execution holds no names and no numbers',
		edits: [
			{
				file: `${folder}/sendOnce.ts`,
				find: 'row: sentRow(campaign),',
				by: 'row: { ...sentRow(campaign), preview: [...campaign.preview] as never },',
			},
		],
		caughtBy: { files: doubtful, tests: 'keeps no name and no number' },
	},
	{
		id: 'launch-file-in-json-not-found',
		promise: 'A file is found wherever the workflow keeps the files of its items',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/contactFile.ts',
				find: ' ?? combinedFile(item, `${COMBINED}.${name}`)',
				by: '',
			},
		],
		caughtBy: { files: ['test/engine/contacts/binaryField.test.ts'], tests: 'finds the file by the name of its field' },
	},
	{
		id: 'launch-typed-expression-sent',
		promise: 'An expression that was typed as fixed text reaches nobody',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/sameForAll.ts',
				find: "return used > 0 && text.includes('}}', used);",
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
				find: 'emptyIsUnset: this.isTool && !writes',
				by: 'emptyIsUnset: this.isTool',
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
				find: 'if (!first || !client?.hasSameCredential(first)) return undefined;',
				by: '',
			},
		],
		caughtBy: { files: ['test/engine/credential.test.ts'], tests: 'depends on the item' },
	},
	{
		id: 'launch-test-with-own-id',
		promise: "A test never carries a contact's own ID",
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/outgoingFile.ts',
				find: 'return { ...values, phone };',
				by: 'return { ...values, ...(_ === undefined ? {} : { businesssubscriberid: _ }), phone };',
			},
		],
		caughtBy: { files: ['test/engine/launch/trials.test.ts'], tests: 'own ID' },
	},
];
