import { digestOf } from '../contacts/bytes';
import type { ItemContext } from '../itemContext';
import { digest } from './body';
import type { Obstacle } from './obstacles';
import type { PreparedLaunch } from './prepare';

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
export async function approvalCode({ client }: ItemContext, { body, file, request }: PreparedLaunch): Promise<string> {
	const { name, template, ...others } = body;
	const contacts = file ? await digestOf(file.chunks()) : '';
	const parts: unknown[] = [client.account, contacts, request.targetListName, name, template, others];
	return `${digest(parts).slice(0, WHOLE)}-${parts.map((part) => digest(part).slice(0, PART)).join('')}`;
}

export async function approvalObstacle(item: ItemContext, launch: PreparedLaunch): Promise<Obstacle | undefined> {
	const approved = launch.request.approvalCode;
	const message = approved === '' ? undefined : complaint(approved, await approvalCode(item, launch));
	return message === undefined ? undefined : { message, wayOut: 'Do a dry run and have its new code approved.' };
}

function complaint(approved: string, actual: string): string | undefined {
	if (!CODE_FORM.test(approved)) return "'Approval Code' is not a code from a dry run";
	if (approved === actual) return undefined;
	const partAt = (code: string, index: number) => code.slice(WHOLE + 1 + index * PART, WHOLE + 1 + (index + 1) * PART);
	const changed = PARTS.filter((_, index) => partAt(approved, index) !== partAt(actual, index));
	return `This is not what was approved. Changed since then: ${changed.join(', ') || 'the launch'}`;
}
