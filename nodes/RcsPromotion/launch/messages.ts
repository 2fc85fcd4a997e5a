import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { counted, shortened } from '../../service/values';
import { NOBODY_LEFT } from '../contacts/contactIssues';
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
		: `Already handed over in this execution: ${shortened(names.join(', '), LONGEST_LIST_OF_NAMES)}.`;
}

/** Throws the error again, with how many contacts would have got the message, and what this execution had already sent. */
export function rethrowAsNotSent(thrown: unknown, memory: LaunchMemory, contactCount?: number | null): never {
	const isForUser = thrown instanceof Refusal || thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	if (!isForUser) throw thrown as Error;
	thrown.message = notSentPrefix(memory.call, thrown.message, contactCount) + thrown.message;
	const sentSoFar = describeSentSoFar(memory);
	if (sentSoFar !== '') thrown.description = `${sentSoFar} ${thrown.description ?? ''}`.trim();
	throw thrown;
}

function notSentPrefix({ runsOnce, itemCount }: NodeCall, message: string, count?: number | null): string {
	if (!runsOnce || message.startsWith(NOBODY_LEFT)) return '';
	// If the contacts were not counted, or none are left, each item counts as one.
	return `Not sent to ${counted(count || itemCount, 'contact')}: `;
}

/** Empty if the message says enough. */
function describeSentSoFar(memory: LaunchMemory): string {
	const alreadySent = describeSent(memory.launchesOfNode());
	if (alreadySent) return `This one was not sent. ${alreadySent}`;
	return memory.call.runsOnce ? '' : 'Nothing was sent.';
}
