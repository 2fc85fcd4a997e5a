import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../form/formReader';
import type { CheckOptions, RecipientsChoice } from '../contacts/contact';
import { readCheckContacts, readReadingOptions, readRecipientsChoice } from '../contacts/contactForm';
import { DO_NOT_CONTACT } from '../contacts/doNotContact';
import type { ItemContext } from '../itemContext';
import { buildTemplate } from '../template/buildTemplate';
import type { BuiltTemplate } from '../template/template';
import { launchFields } from './launchFields';
import { descriptiveProperties } from './launchOptions';

/** The form of a launch as the user filled it in, with every value checked. */
export interface LaunchRequest {
	/** What was chosen in 'Recipients': where the contacts come from. */
	recipientSource: RecipientsChoice;
	/** careful: to everyone if the run was started live, otherwise to the test phones. */
	sendMode: 'careful' | 'always' | 'dryRun';
	targetListName: string;
	promotionName: string;
	builtTemplate: BuiltTemplate;
	maximumRecipients: number;
	maximumLaunches: number;
	ifNameExists: 'fail' | 'launch';
	refuseRepeats: boolean;
	sendFileUnchanged: boolean;
	/** For contacts that are read. */
	checkOptions: CheckOptions;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

/** The form as the user filled it in, with every value checked and typed. */
export async function readLaunchRequest(item: ItemContext): Promise<LaunchRequest> {
	const { form } = item;
	const options = form.collection('options');
	const sendMode = form.choice('sendMode') as LaunchRequest['sendMode'];
	const recipientSource = await readRecipientsChoice(item, launchFields);
	const sendFileUnchanged = recipientSource === 'csvFile' && options.isAddedAndOn('sendFileUnchanged');
	if (recipientSource === 'uploadedList') refuseOptOuts(options, 'an uploaded list');
	if (sendFileUnchanged) refuseOptOuts(options, "'Send File Unchanged'");
	const promotionName = readPromotionName(form);
	const descriptiveProperties = readDescriptiveProperties(
		options.collection('descriptiveProperties'),
		item.context.getTimezone(),
	);
	const additionalBodyFields = options.object('additionalBodyFields') as IDataObject;
	const builtTemplate = buildTemplate(form, {
		[options.label('descriptiveProperties')]: descriptiveProperties,
		[options.label('additionalBodyFields')]: additionalBodyFields,
	});
	const contactListName = options.has('contactListName') ? options.text('contactListName') : promotionName;
	return {
		recipientSource,
		sendMode,
		targetListName: recipientSource === 'uploadedList' ? form.text('targetListName') : contactListName,
		promotionName,
		builtTemplate,
		maximumRecipients: options.wholeNumber('maximumRecipients'),
		maximumLaunches: options.wholeNumber('maximumLaunches'),
		ifNameExists: options.choice('ifNameExists') as LaunchRequest['ifNameExists'],
		refuseRepeats: options.isOn('refuseRepeats'),
		sendFileUnchanged,
		checkOptions: {
			...readReadingOptions(item),
			checkContacts: readCheckContacts(item),
			references: builtTemplate.references,
		},
		descriptiveProperties,
		additionalBodyFields,
	};
}

/** n8n does not read these contacts, so it cannot leave any out. */
function refuseOptOuts(options: FormReader, what: string): void {
	if (!options.has('doNotContact')) return;
	options.refuse(
		'doNotContact',
		`cannot be used with ${what}, because n8n does not read its contacts`,
		`Let n8n read the contacts ('Recipients': 'Input Items' or 'CSV File'), or take them off the list yourself and remove '${DO_NOT_CONTACT}'.`,
	);
}

/** People read the name next to other facts, so it must be one line, and be shown as it is: some signs turn what follows around. */
function readPromotionName(form: FormReader): string {
	const name = form.text('promotionName');
	if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name))
		form.refuse('promotionName', 'contains a line break, a tab or an invisible sign', 'Type it again on one line.');
	return name;
}

/** The properties that were added, under their own names. */
function readDescriptiveProperties(form: FormReader, zone: string): IDataObject {
	const added = descriptiveProperties.filter(({ name }) => form.has(name));
	return Object.fromEntries(added.map((field) => [field.name, readProperty(form, field, zone)])) as IDataObject;
}

function readProperty(form: FormReader, { name, type, default: fieldDefault }: INodeProperties, zone: string): unknown {
	switch (type) {
		case 'json':
			// The field's default shows whether it takes an array or an object.
			return fieldDefault === '[]' ? form.objects(name) : form.object(name);
		case 'dateTime':
			return DateTime.fromMillis(form.moment(name), { zone }).toISO({ suppressMilliseconds: true });
		case 'options':
			return form.choice(name);
		default:
			return form.text(name);
	}
}
