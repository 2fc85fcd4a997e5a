import type { IDataObject } from 'n8n-workflow';
import { readContactOptions } from '../contacts/options';
import type { ContactOptions } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import type { CardsMode, TemplateForm } from '../template/types';
import type { SendMode } from './decide';
import { descriptiveProperties } from './descriptive';
import { launchFields } from './fields';
import { stopAtDifferences } from './sameForAll';
import { readSendHours, type SendHours } from './sendHours';
import { readTestRecipients } from './testRecipients';

export type RecipientSource = 'csvFile' | 'inputItems' | 'uploadedList';

/** The form as the user filled it in, every value of the kind it must be. */
export interface LaunchRequest {
	recipients: RecipientSource;
	sendMode: SendMode;
	targetListName: string;
	promotionName: string;
	template: TemplateForm;
	/** Infinity for no limit. */
	maximumRecipients: number;
	maximumLaunches: number;
	ifNameExists: 'fail' | 'return' | 'launch';
	/** 0 for no limit. */
	refuseRepeatsWithinHours: number;
	/** Undefined where every hour will do. */
	sendOnlyBetween: SendHours | undefined;
	/** What a dry run put out; empty when nobody has to approve. */
	approvalCode: string;
	/** Whom a test goes to in place of the contacts; empty for the contacts themselves. */
	testRecipients: string[];
	contacts: ContactOptions;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

export const recipientsOf = ({ form }: ItemContext) => form.choice('recipients') as RecipientSource;

export function launchRequest(item: ItemContext): LaunchRequest {
	const { form } = item;
	const options = form.collection('options');
	const recipients = recipientsOf(item);
	if (recipients === 'inputItems') stopAtDifferences(item.context, launchFields);
	const isOfList = recipients === 'uploadedList';
	const promotionName = form.text('promotionName');
	const contacts = readContactOptions(item);
	if (isOfList) refuseForList(item, contacts);
	if (recipients === 'csvFile' && item.isTool) refuseFileOfTool(item);
	const isFilled = (name: string) => options.has(name) && !item.isLeftEmpty(name);
	return {
		recipients,
		sendMode: form.choice('sendMode') as SendMode,
		targetListName: isOfList ? form.text('targetListName') : options.optionalText('contactListName') || promotionName,
		promotionName,
		template: templateForm(item),
		maximumRecipients: isOfList ? Infinity : options.wholeNumber('maximumRecipients') || Infinity,
		maximumLaunches: options.wholeNumber('maximumLaunches'),
		ifNameExists: options.choice('ifNameExists') as LaunchRequest['ifNameExists'],
		refuseRepeatsWithinHours: options.wholeNumber('refuseRepeatsWithinHours'),
		sendOnlyBetween: options.has('sendOnlyBetween') ? readSendHours(options.collection('sendOnlyBetween')) : undefined,
		approvalCode: isFilled('approvalCode') ? options.text('approvalCode') : '',
		testRecipients: !isOfList && isFilled('testRecipients') ? readTestRecipients(item, options, contacts) : [],
		contacts,
		descriptiveProperties: descriptiveProperties(
			options.collection('descriptiveProperties'),
			item.context.getTimezone(),
		),
		additionalBodyFields: options.object('additionalBodyFields') as IDataObject,
	};
}

function templateForm({ form }: ItemContext): TemplateForm {
	const cardsMode = form.choice('cardsMode') as CardsMode;
	return {
		templateName: form.raw('templateName'),
		templateId: form.raw('templateId'),
		templateLanguage: form.raw('templateLanguage'),
		cardsMode,
		...(cardsMode === 'form' ? { cards: form.raw('cards') } : {}),
		...(cardsMode === 'json' ? { cardsJson: form.raw('cardsJson') } : {}),
	};
}

/** n8n cannot see the contacts of an uploaded list, so it cannot leave anyone out. */
function refuseForList(item: ItemContext, { doNotContact }: ContactOptions): void {
	if (!doNotContact) return;
	throw item.refusal(
		"'Do Not Contact' cannot be used with an uploaded list, as n8n does not see its contacts",
		"Send the contacts from n8n (set 'Recipients' to 'Input Items' or 'CSV File'), or take them off the list in the service and remove 'Do Not Contact'.",
	);
}

function refuseFileOfTool(item: ItemContext): never {
	throw item.refusal(
		'An AI agent cannot hand over a CSV file',
		"Set 'Recipients' to 'Uploaded List', or to 'Input Items' for a contact that the agent names.",
	);
}
