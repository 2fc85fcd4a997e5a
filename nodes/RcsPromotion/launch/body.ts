import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { comparable } from '../../service/values';
import type { Finding } from '../finding';
import type { Template } from '../template/types';
import type { LaunchRequest } from './request';

/** These have their own form fields, so they are refused in Additional Body Fields. */
const DECIDED_ELSEWHERE = ['name', 'template', 'channelType'];

type LaunchContent = Pick<LaunchRequest, 'promotionName' | 'descriptiveProperties' | 'additionalBodyFields'> & {
	template: Template;
};

/** The body of a launch as documented. */
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

export function bodyFindings(content: LaunchContent): Finding[] {
	const findings = Object.keys(content.additionalBodyFields)
		.filter((key) => DECIDED_ELSEWHERE.includes(key))
		.map((key) => ({
			message: `'Additional Body Fields' contains "${key}", which has its own field`,
			wayOut: "Remove it from 'Additional Body Fields'.",
		}));
	const { promotionType, scheduledTime } = launchBody(content);
	if (scheduledTime === undefined || comparable(promotionType) !== 'immediate') return findings;
	return [
		...findings,
		{
			message: "'Scheduled Time' is set, but a promotion of type IMMEDIATE would probably be sent at once",
			wayOut:
				"To send it at that time, remove 'Scheduled Time' and start this workflow with a Schedule Trigger. If your provider has given you another promotionType, set it in 'Additional Body Fields'.",
		},
	];
}

/** Fields that might make the service message people other than these contacts. The document does not say whether they have an effect. */
export const mayReachOthers = (body: IDataObject): boolean =>
	Object.keys(body).some((name) => /^(target|uploaded|tag)/i.test(name));

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
