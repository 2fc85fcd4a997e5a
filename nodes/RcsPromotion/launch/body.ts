import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LaunchUpload } from '../../service/client';
import { isListOrObject, normalizeText, plainText } from '../../service/values';
import type { OutgoingFile } from '../contacts/contact';
import type { Issue } from '../issues';
import type { LaunchRequest } from './request';

/** These have their own form fields, so they are refused in Additional Body Fields, whatever the case of their letters. */
const KEYS_WITH_OWN_FIELD = ['name', 'template', 'channeltype'];
/** The properties of the document that name recipients. It does not say whether the service obeys them. */
const TARGETING = { targetAudience: 'Target Audience', uploadedListId: 'Uploaded List ID' };
/** Both names that the document has for the time of a launch. */
const START_TIMES = ['scheduledtime', 'scheduletime'];

type BodyFields = 'promotionName' | 'builtTemplate' | 'descriptiveProperties' | 'additionalBodyFields';

/** The body of a launch as documented. */
export const buildLaunchBody = (request: Pick<LaunchRequest, BodyFields>): IDataObject => ({
	name: request.promotionName,
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	template: request.builtTemplate.template,
	channelType: 'rcs',
	...request.descriptiveProperties,
	...request.additionalBodyFields,
});

export function findBodyIssues(request: LaunchRequest): Issue[] {
	const issues: Issue[] = Object.keys(request.additionalBodyFields)
		.filter((key) => KEYS_WITH_OWN_FIELD.includes(normalizeText(key)))
		.map((key) => ({
			message: `'Additional Body Fields' contains "${key}", which has its own field`,
			advice: "Remove it from 'Additional Body Fields'.",
		}));
	const body = buildLaunchBody(request);
	const startTime = normalizeText(body.promotionType) === 'immediate' ? findStartTime(body) : undefined;
	if (startTime === undefined) return issues;
	return [
		...issues,
		{
			message: `"${startTime}" is set, but a promotion of type IMMEDIATE would probably be sent at once`,
			advice:
				"To send it at that time, remove it and start this workflow with a Schedule Trigger. If your provider has given you another promotionType, set it in 'Additional Body Fields'.",
		},
	];
}

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
	const { recipientSource, sendFileUnchanged, additionalBodyFields, descriptiveProperties } = request;
	if (recipientSource === 'uploadedList') return 'an uploaded list goes to its own contacts';
	if (sendFileUnchanged) return 'a file that is sent unchanged goes to its own contacts';
	const mayReachOthers = (label: string) => `'${label}' could make the service send to other phones, too`;
	// Some services want the account ID in the body, too, which reaches nobody else.
	const repeatsAccount = Object.values(additionalBodyFields).every((value) => plainText(value) === accountId);
	if (!repeatsAccount) return mayReachOthers('Additional Body Fields');
	const targeting = Object.entries(TARGETING).find(([name]) => name in descriptiveProperties);
	return targeting && mayReachOthers(targeting[1]);
}

/** The request body of a launch that includes its contacts. The file comes first, as in the document. */
export function buildMultipartUpload(file: OutgoingFile, fields: object): LaunchUpload {
	// Lowercase, because a Blob lowercases its type.
	const boundary = `----rcs-promotion-${randomBytes(16).toString('hex')}`;
	const head =
		`--${boundary}\r\n` +
		`Content-Disposition: form-data; name="file"; filename="${escapedFileName(file.fileName)}"\r\n` +
		'Content-Type: text/csv\r\n\r\n';
	const tail =
		`\r\n--${boundary}\r\n` +
		'Content-Disposition: form-data; name="body"\r\n' +
		'Content-Type: application/json\r\n\r\n' +
		`${JSON.stringify(fields)}\r\n--${boundary}--\r\n`;
	const contentType = `multipart/form-data; boundary=${boundary}`;
	const body = new Blob([head, ...(file.chunks as Array<Uint8Array<ArrayBuffer>>), tail], { type: contentType });
	// Some versions of n8n drop a body without enumerable properties of its own, and list all bytes of a Buffer to find some.
	Object.defineProperty(body, 'size', { value: body.size, enumerable: true });
	return { contentType, byteLength: body.size, body };
}

/** The request body of a launch to a list that the service already has. */
export function buildJsonUpload(body: object): LaunchUpload {
	const text = JSON.stringify(body);
	return { contentType: 'application/json', byteLength: Buffer.byteLength(text), body: text };
}

/** Escapes file names the way browsers do in forms. */
const escapedFileName = (fileName: string) => fileName.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
