import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Template } from '../template/types';

/** What a field of its own decides; a second source for it would be a trap. */
const DECIDED_ELSEWHERE = ['name', 'template', 'channelType'];

export interface LaunchContent {
	promotionName: string;
	template: Template;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

/** The body of a launch as the document gives it. */
export function launchBody(content: LaunchContent): IDataObject {
	return {
		name: content.promotionName,
		promotionType: 'IMMEDIATE',
		promotionBase: 'TEMPLATE',
		promotionTemplateType: 'TEMPLATE',
		template: content.template,
		channelType: 'rcs',
		...content.descriptiveProperties,
		...content.additionalBodyFields,
	};
}

/** Why the body cannot be sent as it stands, with the way out. */
export function bodyComplaint(content: LaunchContent): string | undefined {
	const twice = Object.keys(content.additionalBodyFields).find((key) => DECIDED_ELSEWHERE.includes(key));
	if (twice !== undefined) {
		return `Additional Body Fields contains "${twice}", which has a field of its own. Remove it there.`;
	}
	const { promotionType, scheduledTime } = launchBody(content);
	const isImmediate = typeof promotionType === 'string' && promotionType.trim().toUpperCase() === 'IMMEDIATE';
	if (scheduledTime !== undefined && isImmediate) {
		return 'Scheduled Time is set, but a promotion of type IMMEDIATE would probably be sent at once. Remove Scheduled Time, or set another promotionType in Additional Body Fields if the service has told you one.';
	}
	return undefined;
}

/** Fields by which the service might reach others than the contacts sent along; the document does not say whether it obeys them. */
export const mayReachOthers = (body: IDataObject): boolean =>
	Object.keys(body).some((name) => /^(target|uploaded|tag)/i.test(name));

/** Equal for two launches exactly if they say the same to the same people. */
export const launchDigest = (body: IDataObject, recipients: string): string => digest([body, recipients]);

/** Equal for two launches exactly if the same people get the same template, whatever the campaign is called. */
export const repeatDigest = (accountId: string, { name, id, language }: Template, recipients: string): string =>
	digest([accountId, name, id, language, recipients]);

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
