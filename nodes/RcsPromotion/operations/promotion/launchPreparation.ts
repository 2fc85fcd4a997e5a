import type { IDataObject } from 'n8n-workflow';
import type { LaunchUpload } from '../../../service/client';
import type { CheckedContacts, ContactReport } from '../../contacts/types';
import { bodyComplaint, launchBody, launchDigest, repeatDigest } from '../../launch/body';
import { jsonUpload, multipartUpload } from '../../launch/upload';
import { contactsOf } from '../../contacts/fromContext';
import { buildTemplate } from '../../template/buildTemplate';
import type { ItemContext } from '../../itemContext';
import type { LaunchRequest } from './launchRequest';

/** A launch of which everything is known but whether it may go. */
export interface PreparedLaunch {
	request: LaunchRequest;
	body: IDataObject;
	upload: () => LaunchUpload;
	/** How many contacts would get the message; null when they cannot be counted. */
	contacts: number | null;
	/** Whom it goes to, in words. */
	audience: string;
	/** Of the body and its recipients. */
	digest: string;
	/** Of the account, the template and the recipients. */
	repeatDigest: string;
	warnings: string[];
	/** What the output says whatever becomes of it. */
	row: IDataObject;
}

/** Checks everything that can be checked without the service. */
export async function prepareLaunch(item: ItemContext, request: LaunchRequest): Promise<PreparedLaunch> {
	const { checkContacts } = request.options;
	const { template, references, refusals, warnings } = buildTemplate(request.template, checkContacts);
	stopAt(item, refusals);
	const content = { ...request, template };
	const complaint = bodyComplaint(content);
	if (complaint !== undefined) stopAt(item, [complaint]);

	const checked =
		request.recipients === 'uploadedList'
			? undefined
			: await contactsOf(item, request.recipients, { ...request.options, references });
	stopAt(item, checked?.report.refusals.map(({ message }) => message) ?? []);
	const body = launchBody(content);
	const recipients = checked ? checked.report.recipientsDigest : `list ${request.targetListName}`;
	const contacts = checked ? checked.report.sent : null;
	return {
		request,
		body,
		upload: uploadOf(checked, body),
		contacts,
		audience: audienceOf(request, contacts),
		digest: launchDigest(body, recipients),
		repeatDigest: repeatDigest(item.client.accountId, template, recipients),
		warnings: [...warnings, ...(checked?.report.warnings.map(({ message }) => message) ?? [])],
		row: {
			accountId: item.client.accountId,
			promotionName: request.promotionName,
			targetListName: request.targetListName,
			recipients: checked ? countsOf(checked.report) : null,
			columnsUsed: checked ? checked.report.columnsUsed : null,
		},
	};
}

/** Nothing leaves while there is a reason against it; all reasons are told at once. */
export function stopAt(item: ItemContext, reasons: string[]): void {
	const [first, ...others] = reasons;
	if (first === undefined) return;
	const description = ['Nothing was sent.', ...others].join('\n');
	throw item.refusal(first, description);
}

function uploadOf(checked: CheckedContacts | undefined, body: IDataObject): () => LaunchUpload {
	const file = checked?.file;
	return file ? () => multipartUpload(file, body) : () => jsonUpload(body);
}

const countsOf = ({ rows, sent, duplicatesRemoved, invalid }: ContactReport): IDataObject => ({
	rows,
	sent,
	duplicatesRemoved,
	invalid,
});

function audienceOf({ recipients, targetListName }: LaunchRequest, contacts: number | null): string {
	if (recipients === 'uploadedList') return `the uploaded list "${targetListName}"`;
	if (contacts === null) return 'the contacts of the file';
	return contacts === 1 ? '1 contact' : `${contacts.toLocaleString('en')} contacts`;
}
