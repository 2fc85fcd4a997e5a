import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../service/values';
import { checkedContacts } from '../contacts/checkContacts';
import type { CheckResult, OutgoingFile, PreviewContact } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { buildTemplate } from '../template/buildTemplate';
import type { Template } from '../template/types';
import { bodyComplaint, launchBody, launchDigest, repeatDigest } from './body';
import { stopAt } from './obstacles';
import type { LaunchRequest } from './request';

/** A launch of which everything is known but whether it may go. */
export interface PreparedLaunch {
	request: LaunchRequest;
	template: Template;
	body: IDataObject;
	/** Undefined for an uploaded list. */
	file: OutgoingFile | undefined;
	/** How many contacts would get the message; null when they cannot be counted. */
	contacts: number | null;
	/** The first three of them as they would go out; empty for an uploaded list. */
	preview: PreviewContact[];
	/** Whom it goes to, in words. */
	audience: string;
	/** Of the body and its recipients. */
	digest: string;
	/** Of the account, the template and the recipients. A corrected Base URL does not make it another account. */
	repeatDigest: string;
	warnings: string[];
	/** What the output says whatever becomes of it. */
	row: IDataObject;
}

/** Checks everything that can be checked without the service. */
export async function prepareLaunch(item: ItemContext, request: LaunchRequest): Promise<PreparedLaunch> {
	const { client } = item;
	const { checkContacts } = request.contacts;
	const { template, references, refusals, warnings } = buildTemplate(request.template, checkContacts);
	stopAt(item, ...refusals.map((message) => ({ message })));
	const content = { ...request, template };
	stopAt(item, bodyComplaint(content));

	const checked =
		request.recipients === 'uploadedList'
			? undefined
			: await checkedContacts(item, request.recipients, { ...request.contacts, references });
	stopAt(item, ...(checked?.result.refusals.map(({ message }) => ({ message })) ?? []));
	const recipients = checked ? checked.result.recipientsDigest : `list ${request.targetListName}`;
	const contacts = checked ? checked.result.recipients.ready : null;
	const body = launchBody(content);
	return {
		request,
		template,
		body,
		file: checked?.file,
		contacts,
		preview: checked?.result.preview ?? [],
		audience: audienceOf(request, contacts),
		digest: launchDigest(client.account, body, recipients),
		repeatDigest: repeatDigest(client.accountId, template, recipients),
		warnings: [...warnings, ...(checked?.result.warnings.map(({ message }) => message) ?? [])],
		row: {
			accountId: client.accountId,
			promotionName: request.promotionName,
			targetListName: request.targetListName,
			recipients: checked ? recipientCounts(checked.result) : null,
			columnsUsed: checked ? checked.result.columnsUsed : null,
			changes: checked ? checked.result.changes : null,
		},
	};
}

const recipientCounts = ({ recipients: { rows, ready, ...others } }: CheckResult): IDataObject => ({
	rows,
	ready,
	sent: 0,
	...others,
});

function audienceOf({ recipients, targetListName }: LaunchRequest, contacts: number | null): string {
	if (recipients === 'uploadedList') return `the uploaded list "${targetListName}"`;
	if (contacts === null) return 'the contacts of the file';
	return counted(contacts, 'contact');
}
