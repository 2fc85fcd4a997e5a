import type { Sabotage } from '../harness/sabotagePatch';

/** A harm to a file of the launch, or to one elsewhere in nodes/, and the test of the launch that must notice it. */
const harm = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	[test, tests]: [test: string, tests: string],
): Sabotage => ({
	id: `launch-${id}`,
	promise,
	edits: [{ file: `nodes/${file.includes('/') ? '' : 'RcsPromotion/launch/'}${file}`, find, by }],
	caughtBy: { files: [`test/${test}.test.ts`], tests },
});

export const sabotages: Sabotage[] = [
	harm(
		'post-retried',
		'A launch is sent once, whatever comes back',
		[
			'service/client.ts',
			'return this.hideKeyIn(await send(this.connection, request));',
			`const first = await send(this.connection, request);
		const isAgain = request.method === 'POST' && first.kind === 'noAnswer';
		return this.hideKeyIn(isAgain ? await send(this.connection, request) : first);`,
		],
		['engine/launch/doubtful', 'a reset afterAccepting'],
	),
	harm(
		'memory-after-the-answer',
		'A launch is remembered before it is sent',
		['sendOnce.ts', '	memory.remember(launch);\n	return {', '	return {'],
		['engine/launch/memory', 'is written before the request leaves'],
	),
	harm(
		'trouble-taken-for-refusal',
		'What may have been taken is not sent again',
		['service/judgement.ts', "status < 600, 'unknown', true],", "status < 600, 'refused', true],"],
		['engine/launch/doubtful', 'status 503 beforeAccepting'],
	),
	harm(
		'test-reaches-contacts',
		'A test reaches the test phones, and no contact',
		['campaign.ts', 'contacts: { ...contacts, file, first,', 'contacts: { ...contacts, first,'],
		['engine/launch/trials', 'goes to nobody in mode manual'],
	),
	harm(
		'test-without-phones',
		'Without test phones, a test reaches nobody',
		[
			'decide.ts',
			"if (phones.length > 0) return { kind: 'testPhones', phones };",
			"return phones.length > 0 ? { kind: 'testPhones', phones } : { kind: 'everyone' };",
		],
		['engine/launch/trials', 'goes to nobody in mode manual'],
	),
	harm(
		'without-the-list',
		'Nothing is sent while the list cannot be read',
		[
			'decide.ts',
			'return { promotions: [], namesWithoutId: [], issue };',
			'return { promotions: [], namesWithoutId: [] };',
		],
		['engine/launch/names', 'sends nothing when the list cannot be read'],
	),
	harm(
		'to-more-than-allowed',
		'No launch reaches more than Maximum Recipients',
		['stops.ts', 'count <= request.maximumRecipients)', 'count <= request.maximumRecipients + 1)'],
		['engine/launch/guards', 'is 1000 without being set'],
	),
	harm(
		'more-often-than-allowed',
		'No execution launches more often than Maximum Launches',
		['stops.ts', '		...stop(findTooManyLaunches(campaign, memory), true),\n', ''],
		['engine/launch/guards', 'stops all items before the first'],
	),
	harm(
		'repeat-not-recorded',
		'What was sent is recorded over executions before it is sent',
		['launchRecord.ts', 'if (goesToEveryone && !isRepeat(', 'if (count < 0 && !isRepeat('],
		['engine/launch/repeats', 'a second execution that begins while the first still reads the list'],
	),
	harm(
		'refused-stays-recorded',
		'What was plainly refused may be sent again',
		['RcsPromotion/operations/promotion/launch.ts', 'if (!wasSent) await', 'if (wasSent) await'],
		['engine/launch/repeats', 'forgets a launch that was plainly refused'],
	),
	harm(
		'repeat-of-a-part',
		'A list of which three quarters got it is recognized',
		['RcsPromotion/contacts/fingerprint.ts', 'LOOKUP_SIZE = 32;', 'LOOKUP_SIZE = 4;'],
		['unit/launch/repeats', 'three quarters had it'],
	),
	harm(
		'part-of-a-repeat-untold',
		'What is known of a repeat below the limit is told',
		['stops.ts', "...warn(repeatCount, template, 'from this node", "...warn(0, template, 'from this node"],
		['engine/launch/repeats', 'tells what is known below the limit'],
	),
	harm(
		'meets-yesterday',
		'A daily campaign never meets yesterday’s',
		['launchRecord.ts', '[1, 0, -1, -2, -3, -4]', '[1, 0, -1, -2, -3, -4, -5, -6]'],
		['unit/launch/launchRecord', 'a daily campaign never meets'],
	),
	harm(
		'twice-in-one-execution',
		'Two nodes of one execution do not send the same to the same people',
		['stops.ts', '		...stop(findRepeatInExecution(campaign, memory)),\n', ''],
		['engine/launch/sameMessage', 'by two nodes of one execution it is never sent twice'],
	),
	harm(
		'name-unknown-to-others',
		'A copied workflow does not launch the same name before the list shows the first',
		['memory.ts', '...launchesOfProcess.values()]', ']'],
		['engine/launch/names', 'a name that another workflow of this n8n has just launched'],
	),
	harm(
		'name-free-too-soon',
		'A name is held for an hour while the list does not show it',
		['memory.ts', 'HOUR = 3_600_000', 'HOUR = 120_000'],
		['unit/launch/memory', 'is in use for an hour'],
	),
	harm(
		'await-before-remembered',
		'Of two launches of one name at the same moment, one is sent',
		[
			'decide.ts',
			'function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory) {\n	const stops = findStops(campaign, memory, facts);',
			'async function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory) {\n	const stops = findStops(campaign, memory, facts);\n	await new Promise((resolve) => setTimeout(resolve, 100));',
		],
		['engine/launch/names', 'two have read the list at the same moment'],
	),
	harm(
		'of-another-node-taken',
		'A lost launch is not taken for one of another node with the same name',
		['memory.ts', 'Object.values(this.kept).filter(({ id }) =>', 'this.launchesOfNode().filter(({ id }) =>'],
		['unit/launch/memory', 'by any node, in another n8n process'],
	),
	harm(
		'conflict-believed',
		'A launch that was taken is not called refused because a repeated request was',
		['sendOnce.ts', 'return newIds.length > 0 ||', 'return newIds.length < 0 ||'],
		['engine/launch/answers', 'repeated on its way'],
	),
	harm(
		'failure-beside-an-id',
		'An answer that names a promotion and a failure is not called launched',
		[
			'sendOnce.ts',
			"writeOutcome === 'accepted' && !names",
			"(writeOutcome === 'accepted' || answeredIds.length === 1) && !names",
		],
		['engine/launch/answers', 'that names a promotion and a failure'],
	),
	harm(
		'words-not-quoted',
		'What the service said beside the ID is always quoted',
		['output.ts', "if (all !== '' && all.length", "if (all !== '' && promotionId === null && all.length"],
		['engine/launch/answers', 'that names a promotion: the launch is launched'],
	),
	harm(
		'status-not-said',
		'A campaign that the list shows as failed is not just called handed over',
		['sendOnce.ts', 'promotion.promotionId === promotionId)?.status', "promotion.promotionId === '')?.status"],
		['engine/launch/answers', 'Failed is said to be that'],
	),
	harm(
		'others-not-counted',
		'Whom the service may add is never counted as known',
		['sendOnce.ts', 'reach === undefined ? contacts.count : null', 'contacts.count'],
		['engine/launch/form', 'that may reach others counts nobody'],
	),
	harm(
		'time-to-come-sent-now',
		'What has a time to come is not sent at once, under either of its names',
		['request.ts', "['scheduledtime', 'scheduletime']", "['scheduledtime']"],
		['engine/launch/form', 'a time to come'],
	),
	harm(
		'template-of-dry-run',
		'A dry run returns the template exactly as a launch sends it',
		['output.ts', '	template: { ...campaign.request.builtTemplate.template },\n', ''],
		['engine/launch/trials', 'is what a next launch sends'],
	),
	harm(
		'differences-unseen',
		'A field that differs for one of many contacts is noticed',
		['RcsPromotion/contacts/sameForAll.ts', 'item < count; item++', 'item < count; item += 2'],
		['engine/launch/form', 'one value of many that differs'],
	),
	harm(
		'typed-expression-sent',
		'An expression that was typed as fixed text reaches nobody',
		['form/expressions.ts', "return used >= 0 && text.includes('}}', used);", 'return used < -1;'],
		['engine/launch/form', 'typed as fixed text'],
	),
	harm(
		'blank-guard',
		'A guard that was added and left blank never counts as left out',
		['form/formReader.ts', 'return blank ? ', 'return blank?.name === name ? '],
		['engine/launch/form', 'an option that was left blank'],
	),
	harm(
		'credential-of-first-item',
		'A credential that depends on the item is never that of another item',
		['RcsPromotion/itemContext.ts', 'if (!client.hasSameCredential(first)) return undefined;', 'void first;'],
		['engine/credential', 'depends on the item'],
	),
	harm(
		'retried-test-goes-live',
		'A test that n8n retries stays a test',
		['decide.ts', "mode === 'retry' ? origin : {", "mode === 'retry' ? { ...origin, source: 'error' } : {"],
		['engine/launch/liveRun', 'Retry is a test where the first run is one'],
	),
	harm(
		'unpublished-goes-live',
		'A workflow that is not published does not send to everyone, no matter who runs it',
		['decide.ts', 'showsExecutions || context.getWorkflow().active', 'true'],
		['unit/launch/liveRun', 'the same, not published'],
	),
	harm(
		'assistant-goes-live',
		'An assistant that runs a published workflow reaches no contact',
		['decide.ts', 'return hasTriggerData && !wasStartedByHand;', 'return hasTriggerData || wasStartedByHand;'],
		['engine/launch/liveRun', 'by the MCP server is refused'],
	),
	harm(
		'sub-workflow-of-a-test-goes-live',
		'The sub-workflow of a test is a test',
		['decide.ts', 'parentExecutionId === undefined || !showsExecutions', 'parentExecutionId !== null'],
		['engine/launch/liveRun', '1 levels deep is a test where the first run is one'],
	),
	harm(
		'unwatched-ends-green',
		'A run that nobody watches does not end as a test that sent nothing',
		['decide.ts', "if (typeof runKind === 'object') {", "if (typeof runKind === 'object' && reach !== undefined) {"],
		['engine/launch/liveRun', 'is refused in every other mode'],
	),
];
