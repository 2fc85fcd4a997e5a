import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../form/formReader';
import { isListOrObject, normalizeText, plainText } from '../../service/values';
import type { CheckOptions, OutgoingFile, RecipientsChoice } from '../contacts/contact';
import { readCheckContacts, readReadingOptions, readRecipientsChoice } from '../contacts/contactForm';
import { DO_NOT_CONTACT } from '../contacts/doNotContact';
import type { Issue } from '../issues';
import type { ItemContext } from '../itemContext';
import { buildTemplate } from '../template/buildTemplate';
import { launchFields } from './launchFields';
import { descriptiveProperties } from './launchOptions';

/** The form of a launch as the user filled it in, with every value checked and typed. */
export type LaunchRequest = Awaited<ReturnType<typeof readLaunchRequest>>;

export async function readLaunchRequest(item: ItemContext) {
	const { form } = item;
	const options = form.collection('options');
	const recipientSource = await readRecipientsChoice(item, launchFields);
	const sendFileUnchanged = recipientSource === 'csvFile' && options.isAddedAndOn('sendFileUnchanged');
	if (recipientSource === 'uploadedList') refuseOptOuts(options, 'an uploaded list');
	if (sendFileUnchanged) refuseOptOuts(options, "'Send File Unchanged'");
	const promotionName = readPromotionName(form);
	const properties = readDescriptiveProperties(options.collection('descriptiveProperties'), item.context.getTimezone());
	const additionalBodyFields = options.object('additionalBodyFields') as IDataObject;
	const builtTemplate = buildTemplate(form, {
		[options.label('descriptiveProperties')]: properties,
		[options.label('additionalBodyFields')]: additionalBodyFields,
	});
	const contactListName = options.has('contactListName') ? options.text('contactListName') : promotionName;
	/** For contacts that are read. */
	const checkOptions: CheckOptions = {
		...readReadingOptions(item),
		checkContacts: readCheckContacts(item),
		references: builtTemplate.references,
	};
	return {
		/** careful: to everyone if the run was started live, otherwise to the test phones. */
		sendMode: form.choice('sendMode') as 'careful' | 'always' | 'dryRun',
		...{ recipientSource, sendFileUnchanged, checkOptions },
		targetListName: recipientSource === 'uploadedList' ? form.text('targetListName') : contactListName,
		...{ promotionName, builtTemplate, additionalBodyFields },
		descriptiveProperties: properties,
		maximumRecipients: options.wholeNumber('maximumRecipients'),
		maximumLaunches: options.wholeNumber('maximumLaunches'),
		ifNameExists: options.choice('ifNameExists') as 'fail' | 'launch',
		refuseRepeats: options.isOn('refuseRepeats'),
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
	const read = ({ name, type, default: fieldDefault }: INodeProperties): unknown => {
		// A JSON field's default shows whether it takes an array or an object.
		if (type === 'json') return fieldDefault === '[]' ? form.objects(name) : form.object(name);
		if (type === 'options') return form.choice(name);
		if (type !== 'dateTime') return form.text(name);
		return DateTime.fromMillis(form.moment(name), { zone }).toISO({ suppressMilliseconds: true });
	};
	const added = descriptiveProperties.filter(({ name }) => form.has(name));
	return Object.fromEntries(added.map((field) => [field.name, read(field)])) as IDataObject;
}

type InBody = 'promotionName' | 'builtTemplate' | 'descriptiveProperties' | 'additionalBodyFields';

/** The body of a launch as documented. */
export const buildLaunchBody = (request: Pick<LaunchRequest, InBody>): IDataObject => ({
	name: request.promotionName,
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	template: request.builtTemplate.template,
	channelType: 'rcs',
	...request.descriptiveProperties,
	...request.additionalBodyFields,
});

/** These have their own form fields, so they are refused in Additional Body Fields, whatever the case of their letters. */
const KEYS_WITH_OWN_FIELD = ['name', 'template', 'channeltype'];

export function findBodyIssues(request: LaunchRequest): Issue[] {
	const issues: Issue[] = Object.keys(request.additionalBodyFields)
		.filter((key) => KEYS_WITH_OWN_FIELD.includes(normalizeText(key)))
		.map((key) => ({
			message: `'Additional Body Fields' contains "${key}", which has its own field`,
			advice: "Remove it from 'Additional Body Fields'.",
		}));
	const body = buildLaunchBody(request);
	const startTime = normalizeText(body.promotionType) === 'immediate' ? findStartTime(body) : undefined;
	if (startTime !== undefined)
		issues.push({
			message: `"${startTime}" is set, but a promotion of type IMMEDIATE would probably be sent at once`,
			advice:
				"To send it at that time, remove it and start this workflow with a Schedule Trigger. If your provider has given you another promotionType, set it in 'Additional Body Fields'.",
		});
	return issues;
}

/** Both names that the document has for the time of a launch. */
const START_TIMES = ['scheduledtime', 'scheduletime'];

/** The name under which a time to start stands, at any depth; 0 is the document's own for none. */
function findStartTime(value: unknown): string | undefined {
	if (!isListOrObject(value)) return undefined;
	for (const [name, entry] of Object.entries(value)) {
		const isSet = isListOrObject(entry) || !['', '0'].includes(plainText(entry).trim());
		if (isSet && START_TIMES.includes(normalizeText(name))) return name;
		const inner = findStartTime(entry);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** Why a launch may reach others than the listed contacts; undefined if it reaches nobody else. */
export function findReach(request: LaunchRequest, accountId: string): string | undefined {
	const { recipientSource, sendFileUnchanged, additionalBodyFields, descriptiveProperties: properties } = request;
	if (recipientSource === 'uploadedList') return 'an uploaded list goes to its own contacts';
	if (sendFileUnchanged) return 'a file that is sent unchanged goes to its own contacts';
	const mayReachOthers = (label: string) => `'${label}' could make the service send to other phones, too`;
	// Some services want the account ID in the body, too, which reaches nobody else.
	const repeatsAccount = Object.values(additionalBodyFields).every((value) => plainText(value) === accountId);
	if (!repeatsAccount) return mayReachOthers('Additional Body Fields');
	// The properties of the document that name recipients. It does not say whether the service obeys them.
	if ('targetAudience' in properties) return mayReachOthers('Target Audience');
	return 'uploadedListId' in properties ? mayReachOthers('Uploaded List ID') : undefined;
}

/** A campaign with contacts is never sent without their file: the service would send to a list of that name which it already has. */
export function buildUpload(source: RecipientsChoice, body: IDataObject, file?: OutgoingFile) {
	if (source === 'uploadedList') {
		const text = JSON.stringify(body);
		return { contentType: 'application/json', byteLength: Buffer.byteLength(text), body: text };
	}
	if (!file) throw new Error('The file of contacts is missing');
	// Lowercase, because a Blob lowercases its type.
	const boundary = `----rcs-promotion-${randomBytes(16).toString('hex')}`;
	// The file comes first, as in the document.
	const head =
		`--${boundary}\r\n` +
		`Content-Disposition: form-data; name="file"; filename="${escapedFileName(file.fileName)}"\r\n` +
		'Content-Type: text/csv\r\n\r\n';
	const tail =
		`\r\n--${boundary}\r\n` +
		'Content-Disposition: form-data; name="body"\r\n' +
		'Content-Type: application/json\r\n\r\n' +
		`${JSON.stringify(body)}\r\n--${boundary}--\r\n`;
	const contentType = `multipart/form-data; boundary=${boundary}`;
	const blob = new Blob([head, ...(file.chunks as Array<Uint8Array<ArrayBuffer>>), tail], { type: contentType });
	// Some versions of n8n drop a body without enumerable properties of its own, and list all bytes of a Buffer to find some.
	Object.defineProperty(blob, 'size', { value: blob.size, enumerable: true });
	return { contentType, byteLength: blob.size, body: blob };
}

/** Escapes file names the way browsers do in forms. */
const escapedFileName = (fileName: string) => fileName.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
