import type { IDataObject } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';
import { shortened } from '../../service/values';
import { readContactOptions } from '../contacts/options';
import { listedPhones } from '../contacts/phoneList';
import { phoneReader, type Phone } from '../contacts/phones';
import type { ContactOptions } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import type { CardsMode, TemplateForm } from '../template/types';
import { descriptivePropertiesOf } from './descriptive';
import { MOST_TESTED, type SendMode } from './sendDecision';

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
	ifSentBefore: 'fail' | 'launch';
	sentBeforeHours: number;
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
	const isOfList = recipients === 'uploadedList';
	const promotionName = form.text('promotionName');
	const cardsMode = form.choice('cardsMode') as CardsMode;
	const contacts = readContactOptions(item);
	if (isOfList) refuseForList(item, contacts);
	const isFilled = (name: string) => options.has(name) && !item.isLeftEmpty(name);
	return {
		recipients,
		sendMode: form.choice('sendMode') as SendMode,
		targetListName: isOfList ? form.text('targetListName') : options.optionalText('contactListName') || promotionName,
		promotionName,
		template: {
			templateName: form.raw('templateName'),
			templateId: form.raw('templateId'),
			templateLanguage: form.raw('templateLanguage'),
			cardsMode,
			...(cardsMode === 'form' ? { cards: form.raw('cards') } : {}),
			...(cardsMode === 'json' ? { cardsJson: form.raw('cardsJson') } : {}),
		},
		maximumRecipients: isOfList ? Infinity : options.wholeNumber('maximumRecipients') || Infinity,
		maximumLaunches: options.wholeNumber('maximumLaunches'),
		ifNameExists: options.choice('ifNameExists') as LaunchRequest['ifNameExists'],
		ifSentBefore: options.choice('ifSentBefore') as LaunchRequest['ifSentBefore'],
		sentBeforeHours: options.number('sentBeforeHours'),
		approvalCode: isFilled('approvalCode') ? options.text('approvalCode') : '',
		testRecipients: !isOfList && isFilled('testRecipients') ? testPhones(item, options, contacts) : [],
		contacts,
		descriptiveProperties: descriptivePropertiesOf(item, options.collection('descriptiveProperties')),
		additionalBodyFields: options.object('additionalBodyFields') as IDataObject,
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

function testPhones(item: ItemContext, options: FormReader, contacts: ContactOptions): string[] {
	const listed = listedPhones(options.raw('testRecipients'), phoneReader(contacts), { secondLines: false });
	const entries = [...listed].filter(({ text }) => text !== '');
	const all = entries.flatMap(({ phones }) => phones);
	const phones = all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
	const isOdd = ({ oddity }: Phone) => oddity !== undefined;
	const odd = entries.find((entry) => entry.phones.length === 0 || entry.phones.some(isOdd));
	const fault =
		entries.length === 0
			? 'is empty'
			: odd
				? `contains "${shortened(odd.text, 40)}", which is not a phone number`
				: phones.length > MOST_TESTED
					? `has ${phones.length} phone numbers, but a test can have at most ${MOST_TESTED}`
					: undefined;
	if (fault === undefined) return phones.map(({ text }) => text);
	throw item.refusal(
		`'Test Recipients' ${fault}`,
		'Enter your own phone numbers with country code, one per line, or remove the option.',
	);
}
