import type { IDataObject } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';
import { shortened } from '../../service/values';
import { listedPhones, readContactOptions } from '../contacts/options';
import { mayLackCode } from '../contacts/phone';
import type { ContactOptions, ContactPlace } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import type { CardsMode } from '../template/types';
import { MOST_TESTED, type SendMode } from './decide';
import { launchFields } from './fields';
import { readDescriptiveProperties } from './options';
import { stopAtDifferences } from './sameForAll';

export const recipientsOf = ({ form }: ItemContext) => form.choice('recipients') as ContactPlace | 'uploadedList';

/** The form as the user filled it in, with every value checked and typed. */
export async function launchRequest(item: ItemContext) {
	const { form } = item;
	const options = form.collection('options');
	const recipients = recipientsOf(item);
	if (recipients === 'inputItems') await stopAtDifferences(item.context, launchFields);
	const isOfList = recipients === 'uploadedList';
	const promotionName = form.text('promotionName');
	const contacts = readContactOptions(item);
	if (isOfList) refuseForList(item, contacts);
	if (recipients === 'csvFile') refuseFileOfTool(item);
	return {
		recipients,
		sendMode: form.choice('sendMode') as SendMode,
		targetListName: isOfList ? form.text('targetListName') : options.optionalText('contactListName') || promotionName,
		promotionName,
		template: {
			templateName: form.raw('templateName'),
			templateId: form.raw('templateId'),
			templateLanguage: form.raw('templateLanguage'),
			cardsMode: form.choice('cardsMode') as CardsMode,
			cards: form.raw('cards'),
			cardsJson: form.raw('cardsJson'),
		},
		/** Infinity for no limit. */
		maximumRecipients: isOfList ? Infinity : options.wholeNumber('maximumRecipients') || Infinity,
		maximumLaunches: options.wholeNumber('maximumLaunches'),
		ifNameExists: options.choice('ifNameExists') as 'fail' | 'return' | 'launch',
		/** 0 for no limit. */
		refuseRepeatsWithinHours: options.wholeNumber('refuseRepeatsWithinHours'),
		/** Undefined if launches are allowed at any hour. */
		sendOnlyBetween: options.has('sendOnlyBetween') ? sendHours(options.collection('sendOnlyBetween')) : undefined,
		/** The code from a dry run; empty if no approval is needed. */
		approvalCode: options.has('approvalCode') ? options.text('approvalCode') : '',
		/** Phones that a test goes to instead of the contacts; empty to use the contacts. */
		testRecipients: !isOfList && options.has('testRecipients') ? testRecipients(options, contacts) : [],
		contacts,
		descriptiveProperties: readDescriptiveProperties(
			options.collection('descriptiveProperties'),
			item.context.getTimezone(),
		),
		additionalBodyFields: options.object('additionalBodyFields') as IDataObject,
	};
}

export type LaunchRequest = Awaited<ReturnType<typeof launchRequest>>;

/** The first minute in which a launch is allowed, and the first in which it no longer is, such as 09:00 and 20:00. */
export interface SendHours {
	from: string;
	to: string;
}

function sendHours(form: FormReader): SendHours {
	const hours = { from: timeOfDay(form, 'from'), to: timeOfDay(form, 'to') };
	if (hours.from === hours.to) form.refuse('to', "is the same as 'From'", 'Enter two different times.');
	return hours;
}

function timeOfDay(form: FormReader, name: string): string {
	const time = form.text(name).padStart(5, '0');
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	return form.refuse(name, 'is not a time of day', 'Write it as 09:00 or 21:30.');
}

/** The user's own phones, without repeats. */
function testRecipients(options: FormReader, { country }: ContactOptions): string[] {
	const refuse = (fault: string): never =>
		options.refuse(
			'testRecipients',
			fault,
			'Enter your own phone numbers with + and country code, one per line, or remove the option.',
		);
	const phones = new Map<number, string>();
	for (const { text, phone } of listedPhones(options.raw('testRecipients'), country)) {
		const shown = `contains "${shortened(text, 40)}"`;
		if (phone.oddity !== undefined) refuse(`${shown}, which is not a phone number`);
		if (mayLackCode(phone)) refuse(`${shown}, which may lack its country code`);
		if (!phones.has(phone.key)) phones.set(phone.key, phone.text);
	}
	if (phones.size === 0) refuse('is empty');
	if (phones.size > MOST_TESTED) refuse(`has ${phones.size} phone numbers, but a test can have at most ${MOST_TESTED}`);
	return [...phones.values()];
}

/** n8n cannot see the contacts of an uploaded list, so it cannot leave anyone out. */
function refuseForList(item: ItemContext, { doNotContact }: ContactOptions): void {
	if (!doNotContact) return;
	throw item.refusal(
		"'Do Not Contact' cannot be used with an uploaded list, because n8n cannot see its contacts",
		"Send the contacts from n8n (set 'Recipients' to 'Input Items' or 'CSV File'), or take them off the list in the service and remove 'Do Not Contact'.",
	);
}

export function refuseFileOfTool(item: ItemContext): void {
	if (!item.isTool) return;
	throw item.refusal(
		'An AI agent cannot provide a CSV file',
		"Set 'Recipients' to 'Input Items', or read the file in a workflow before the agent.",
	);
}
