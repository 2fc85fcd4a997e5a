import type { SavedCredential, WorkflowNode } from '../../tools/n8n/restClient';
import { inLine, node, rcsNode, webhook } from '../../tools/n8n/workflowNodes';

export const LAUNCH = 'RCS Promotion';

const inOneLine = (name: string, nodes: WorkflowNode[]) => ({
	...{ name, nodes },
	connections: inLine(...nodes.map((one) => one.name)),
});

const launch = (credential: SavedCredential, parameters: Record<string, unknown>) => {
	const template = { templateName: 'spring_sale', templateId: 't-1', templateLanguage: 'en', cardsMode: 'none' };
	const all = { resource: 'promotion', operation: 'launch', phoneField: 'phone', ...template, ...parameters };
	return rcsNode(LAUNCH, 'rcsPromotion', all, credential);
};

const splitOut = node('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.contacts', options: {} });

/** A webhook that takes contacts as JSON. */
export const launchOfItems = (credential: SavedCredential, promotionName: string, testPhones = '') =>
	inOneLine(promotionName, [
		webhook('unpublished', 'onReceived'),
		splitOut,
		launch(credential, { recipients: 'inputItems', promotionName, testPhones }),
	]);

export const calledLaunch = (credential: SavedCredential, promotionName: string) =>
	inOneLine(`${promotionName}, called`, [
		node('Called', 'executeWorkflowTrigger'),
		launch(credential, { recipients: 'inputItems', promotionName }),
	]);

export const callOf = (id: string, path: string) => {
	const workflowId = { __rl: true, mode: 'id', value: id };
	const call = node('Call', 'executeWorkflow', 1.2, { workflowId, options: {} });
	return inOneLine(path, [webhook(path, 'lastNode'), splitOut, call]);
};

/** A webhook that takes a name and a CSV file, and launches them. */
export const launchByWebhook = (credential: SavedCredential, path: string, responseMode: 'onReceived' | 'lastNode') => {
	const contacts = { recipients: 'csvFile', binaryPropertyName: 'contacts' };
	const launchNode = launch(credential, { ...contacts, promotionName: '={{ $json.body.name }}' });
	return inOneLine(path, [webhook(path, responseMode), launchNode]);
};

export const trigger = (credential: SavedCredential) => {
	const name = 'RCS Promotion Trigger';
	const parameters = { events: ['completed'], pollTimes: { item: [{ mode: 'everyMinute' }] } };
	return inOneLine(name, [rcsNode(name, 'rcsPromotionTrigger', parameters, credential), node('End', 'noOp')]);
};
