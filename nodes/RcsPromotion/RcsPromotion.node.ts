import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { listSearch, loadOptions } from '../form/locator';
import { allProperties } from './operations';
import { runOperation } from './operations/run';

export class RcsPromotion implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'RCS Promotion',
		name: 'rcsPromotion',
		icon: { light: 'file:rcsPromotion.svg', dark: 'file:rcsPromotion.dark.svg' },
		group: ['output'],
		version: [1],
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Launch, watch, stop and report on RCS promotions',
		defaults: { name: 'RCS Promotion' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends RCS campaigns to many contacts. Give it one contact per item: with recipients inputItems all items make one launch, so never loop over contacts, and name the field with the phone numbers in phoneField (not its value). A launch messages real people and cannot be taken back: check first with sendMode dryRun; where a person approves, the real launch takes promotionName and template from the output of that dry run. To follow a campaign, start another workflow with RCS Promotion Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-rcs-promotion.rcsPromotionTrigger',
					relationHint:
						'Starts a workflow when a promotion completes, stalls, fails too often or has its final figures',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rcsPromotionApi', required: true }],
		properties: allProperties(),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(this)];
	}
}
