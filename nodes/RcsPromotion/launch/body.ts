import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { normalizeText, plainText } from '../../service/values';
import type { Issue } from '../issues';
import type { LaunchRequest } from './launchForm';

/** These have their own form fields, so they are refused in Additional Body Fields, whatever the case of their letters. */
const KEYS_WITH_OWN_FIELD = ['name', 'template', 'channeltype'];
/** Descriptive properties that name recipients. The document does not say whether the service obeys them. */
export const TARGETING = { targetAudience: 'Target Audience', uploadedListId: 'Uploaded List ID' };

type LaunchContent = Pick<
	LaunchRequest,
	'promotionName' | 'builtTemplate' | 'descriptiveProperties' | 'additionalBodyFields'
>;

/** The body of a launch as documented. */
export function buildLaunchBody(content: LaunchContent): IDataObject {
	return {
		name: content.promotionName,
		promotionType: 'IMMEDIATE',
		promotionBase: 'TEMPLATE',
		promotionTemplateType: 'TEMPLATE',
		template: content.builtTemplate.template,
		channelType: 'rcs',
		...content.descriptiveProperties,
		...content.additionalBodyFields,
	};
}

export function findBodyIssues(content: LaunchContent): Issue[] {
	const issues: Issue[] = Object.keys(content.additionalBodyFields)
		.filter((key) => KEYS_WITH_OWN_FIELD.includes(normalizeText(key)))
		.map((key) => ({
			message: `'Additional Body Fields' contains "${key}", which has its own field`,
			advice: "Remove it from 'Additional Body Fields'.",
		}));
	issues.push(...findIdsWithSpaces(content));
	const { promotionType, scheduledTime } = buildLaunchBody(content);
	if (scheduledTime === undefined || normalizeText(promotionType) !== 'immediate') return issues;
	return [
		...issues,
		{
			message: "'Scheduled Time' is set, but a promotion of type IMMEDIATE would probably be sent at once",
			advice:
				"To send it at that time, remove 'Scheduled Time' and start this workflow with a Schedule Trigger. If your provider has given you another promotionType, set it in 'Additional Body Fields'.",
		},
	];
}

function findIdsWithSpaces({ builtTemplate, descriptiveProperties }: LaunchContent): Issue[] {
	const ids = {
		'Template ID': builtTemplate.template.id,
		[TARGETING.uploadedListId]: plainText(descriptiveProperties.uploadedListId),
	};
	return Object.entries(ids)
		.filter(([, id]) => /\s/.test(id))
		.map(([label, id]) => ({
			level: 'warning',
			message: `'${label}' "${id}" contains a space`,
			advice: 'Compare it with the ID that the service shows.',
		}));
}

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
