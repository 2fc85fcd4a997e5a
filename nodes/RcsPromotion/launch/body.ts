import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { normalizeText, plainText } from '../../service/values';
import type { Issue } from '../issues';
import type { Campaign } from './types';

/** These have their own form fields, so they are refused in Additional Body Fields, in any case. */
const KEYS_WITH_OWN_FIELD = ['name', 'template', 'channeltype'];
/** Descriptive properties that name recipients. The document does not say whether the service obeys them. */
const TARGETING = { targetAudience: 'Target Audience', uploadedListId: 'Uploaded List ID' };

type LaunchContent = Pick<Campaign, 'promotionName' | 'template' | 'descriptiveProperties' | 'additionalBodyFields'>;

/** The body of a launch as documented. */
export function buildLaunchBody(content: LaunchContent): IDataObject {
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

export function findBodyIssues(content: LaunchContent): Issue[] {
	const issues = Object.keys(content.additionalBodyFields)
		.filter((key) => KEYS_WITH_OWN_FIELD.includes(normalizeText(key)))
		.map((key) => ({
			message: `'Additional Body Fields' contains "${key}", which has its own field`,
			advice: "Remove it from 'Additional Body Fields'.",
		}));
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

export function findBodyWarnings({ template, descriptiveProperties }: LaunchContent): Issue[] {
	const ids = {
		'Template ID': template.id,
		[TARGETING.uploadedListId]: plainText(descriptiveProperties.uploadedListId),
	};
	return Object.entries(ids)
		.filter(([, id]) => /\s/.test(id))
		.map(([label, id]) => ({
			message: `'${label}' "${id}" contains a space`,
			advice: 'Compare it with the ID that the service shows.',
		}));
}

/** Why this campaign cannot be sent to the test phones only; undefined if it can. */
export function findTestObstacle({
	recipientSource: recipients,
	contactOptions: contacts,
	additionalBodyFields,
	descriptiveProperties,
	references,
}: Campaign): string | undefined {
	if (recipients === 'uploadedList') return 'an uploaded list goes to its own contacts, not to test phones';
	if (contacts.sendFileUnchanged) return 'a file that is sent unchanged goes to its own contacts, not to test phones';
	const ofOwnId = references.find(({ column }) => column === 'businesssubscriberid');
	if (ofOwnId) return `${ofOwnId.where} uses the contact's own ID, which must not be sent with your phone`;
	const [property] = Object.entries(TARGETING).filter(([name]) => name in descriptiveProperties);
	const field = Object.keys(additionalBodyFields).length > 0 ? 'Additional Body Fields' : property?.[1];
	return field === undefined ? undefined : `'${field}' could make the service send to other phones, too`;
}

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
