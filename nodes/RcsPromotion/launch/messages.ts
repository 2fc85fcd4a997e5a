import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { counted, plainText, shortened } from '../../service/values';
import { buildRecipientHints } from '../contacts/checkContacts';
import { NOBODY_LEFT } from '../contacts/contactIssues';
import type { ColumnNames, RecipientCounts } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory, NodeCall, RememberedLaunch } from './memory';

const LONGEST_LIST_OF_NAMES = 500;

/** A sentence that names these launches; empty if there are none. */
export function describeSent(launches: readonly RememberedLaunch[]): string {
	const names = launches.map(({ promotionName, promotionId, state }) => {
		const id = promotionId ?? (state === 'launched' ? 'ID not known' : undefined);
		return `"${promotionName}" (${[id, state === 'launched' ? undefined : 'not confirmed'].filter(Boolean).join(', ')})`;
	});
	return names.length === 0
		? ''
		: `Already sent in this execution: ${shortened(names.join(', '), LONGEST_LIST_OF_NAMES)}.`;
}

/** Throws the error again, with how many contacts would have got the message, and what this execution had already sent. */
export function rethrowAsNotSent(thrown: unknown, memory: LaunchMemory, recipientCount?: number | null): never {
	const isForUser = thrown instanceof Refusal || thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	if (!isForUser) throw thrown as Error;
	thrown.message = notSentPrefix(memory.call, thrown.message, recipientCount) + thrown.message;
	const sentSoFar = describeSentSoFar(memory);
	if (sentSoFar !== '') thrown.description = `${sentSoFar} ${thrown.description ?? ''}`.trim();
	throw thrown;
}

function notSentPrefix({ runsOnce, isTool, itemCount }: NodeCall, message: string, count?: number | null): string {
	if (!runsOnce) return isTool ? 'Nothing was sent: ' : '';
	const saysNobodyIsLeft = message.startsWith(NOBODY_LEFT);
	if (saysNobodyIsLeft) return '';
	// If the contacts were not counted, or none are left, each item counts as one.
	return `Not sent to ${counted(count || itemCount, 'contact')}: `;
}

/** Empty if the message says enough. */
function describeSentSoFar(memory: LaunchMemory): string {
	const alreadySent = describeSent(memory.launchesOfNode());
	if (alreadySent) return `This one was not sent. ${alreadySent}`;
	return memory.call.runsOnce ? '' : 'Nothing was sent.';
}

/** The hints repeat what users may overlook in the output: warnings, how many got the message, the phone field. */
export function showHints(item: ItemContext, memory: LaunchMemory, output: IDataObject): void {
	const sent = memory.recall();
	if (sent && output.launched === true) {
		// Of the launches that were sent, only tests have a reason.
		const status = output.status === null ? '' : ` (status: ${plainText(output.status)})`;
		const text = (output.reason ?? `Sent to ${sent.audience} as "${sent.promotionName}"${status}.`) as string;
		const isEarlier = output.outcome === 'alreadyLaunched';
		item.hintOnce(isEarlier ? `An earlier try did this, so nothing was sent again: ${text}` : text, 'info');
	}
	for (const warning of output.warnings as string[]) item.hintOnce(warning);
	const { columnsUsed, recipients, notes } = output;
	const choices = buildRecipientHints(columnsUsed as ColumnNames | null, recipients as RecipientCounts | null);
	for (const text of [...choices, ...(notes as string[])]) item.hintOnce(text, 'info');
	const { runsOnce, itemIndex, itemCount } = memory.call;
	const launches = memory.launchesOfNode().length;
	const isLastItem = itemIndex === itemCount - 1;
	if (runsOnce || launches < 2 || !isLastItem) return;
	item.hintOnce(
		`This execution has made ${launches} launches so far, because each input item makes its own. For one launch to all of them, set 'Recipients' to 'Input Items'.`,
		'info',
	);
}
