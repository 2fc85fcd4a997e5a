import { harm, type Sabotage } from '../harness/sabotagePatch';

export const sabotages: Sabotage[] = [
	harm(
		'agents-launch',
		'A model launches nothing by this node, however it is set up',
		['RcsPromotion/operations/promotion/launch.ts', '\tpeopleOnly: true,\n', ''],
		['engine/tool/setup', 'is refused as a tool'],
	),
	harm(
		'agents-failure-thrown',
		'What goes wrong reaches the model of every version of the agent',
		['RcsPromotion/operations/run.ts', 'if (!hasErrorOutput(context)) return', 'if (context.continueOnFail()) return'],
		['engine/tool/refusals', 'what goes wrong is returned'],
	),
	harm(
		'agents-phones-unasked',
		'A model gets phone numbers of a report only where the tool is set up to give them',
		[
			'RcsPromotion/operations/report/getReportRows.ts',
			"item.isTool ? FIELDS_WITHOUT_PHONES : 'simplified'",
			"item.isTool ? 'simplified' : FIELDS_WITHOUT_PHONES",
		],
		['engine/tool/answers', 'rows of a report that speak to the model'],
	),
	harm(
		'agents-long-texts',
		'Texts of others end after 200 characters in what a model reads',
		['RcsPromotion/operations/tool/fitForModel.ts', 'const LONGEST_TEXT = 200;', 'const LONGEST_TEXT = 400;'],
		['engine/tool/sizes', 'texts of others end after 200'],
	),
];
