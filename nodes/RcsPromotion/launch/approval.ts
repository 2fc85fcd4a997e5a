import { createHash } from 'crypto';
import type { Finding } from '../finding';
import type { ItemContext } from '../itemContext';
import { digest } from './body';
import type { Campaign } from './prepare';

const WHOLE = 20;
const PART = 4;
const CODE_FORM = /^[0-9a-f]{20}-[0-9a-f]{24}$/;

/** What a person approves, in words of the form. The whole counts; its parts only tell what has changed. */
const PARTS = [
	'account',
	'contacts',
	'contact list',
	'promotion name',
	'template',
	'other fields of the launch',
] as const;

/** Equal for two launches exactly if the same goes to the same contacts of the same account. */
export async function approvalCode({ client }: ItemContext, campaign: Campaign): Promise<string> {
	const { name, template, ...others } = campaign.body;
	const contacts = createHash('sha256');
	for await (const chunk of campaign.file?.chunks() ?? []) contacts.update(chunk);
	const parts = [client.account, contacts.digest('hex'), campaign.targetListName, name, template, others];
	return `${digest(parts).slice(0, WHOLE)}-${parts.map((part) => digest(part).slice(0, PART)).join('')}`;
}

export async function notApproved(item: ItemContext, campaign: Campaign): Promise<Finding | undefined> {
	const approved = campaign.request.approvalCode;
	const message = approved === '' ? undefined : complaint(approved, await approvalCode(item, campaign));
	return message === undefined ? undefined : { message, wayOut: 'Do a dry run and have its new code approved.' };
}

function complaint(approved: string, actual: string): string | undefined {
	if (!CODE_FORM.test(approved)) return "'Approval Code' is not a code from a dry run";
	if (approved === actual) return undefined;
	const partAt = (code: string, index: number) => code.slice(WHOLE + 1 + index * PART, WHOLE + 1 + (index + 1) * PART);
	const changed = PARTS.filter((_, index) => partAt(approved, index) !== partAt(actual, index));
	return `This is not what was approved. Changed since then: ${changed.join(', ') || 'the launch'}`;
}
