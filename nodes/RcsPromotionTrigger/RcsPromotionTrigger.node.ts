import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { properties } from './form';
import { runPoll } from './poll';
import { makeSamples } from './samples';
import { processStore } from './store';

export class RcsPromotionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'RCS Promotion Trigger',
		name: 'rcsPromotionTrigger',
		icon: { light: 'file:../RcsPromotion/rcsPromotion.svg', dark: 'file:../RcsPromotion/rcsPromotion.dark.svg' },
		group: ['trigger'],
		version: [1],
		// If the field is an expression, n8n gives its text instead of an array.
		subtitle: '={{[$parameter["events"]].flat().join(", ")}}',
		// n8n's node list shows this text for both nodes, because they share one entry.
		description: 'Launch RCS promotions, and start workflows when they complete, stall or fail too often',
		defaults: { name: 'RCS Promotion Trigger' },
		polling: true,
		eventTriggerDescription: 'Waiting for changes to your promotions',
		activationMessage:
			'Your RCS Promotion Trigger is now watching your promotions. If it was off, its first check also reports what became of the promotions that it knew.',
		builderHint: {
			searchHint:
				'Watches RCS promotions (campaigns). For a report use the event finalFiguresReady; for alerts use thresholdCrossed. Turn on the option summary for a ready-made message: summaryText for chats, summaryHtml for emails. An event may come twice after a crash, so drop repeats by eventId before anything that must happen once.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-rcs-promotion.rcsPromotion',
					relationHint: 'Reads the report of the promotion of an event, or stops it, by its promotionId',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rcsPromotionApi', required: true }],
		// A copy, since n8n adds Poll Times to it.
		properties: [...properties],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const items = await (this.getMode() === 'manual' ? makeSamples(this) : runPoll(this, processStore));
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	}
}
