import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory } from './memory';

/** Why a launch is not sent, and what to do about it. */
export interface Reason {
	message: string;
	wayOut: string;
}

const MOST_NAMED = 5;

/** Nothing leaves while there is a reason against it; all reasons are told at once. */
export function stopAt(item: ItemContext, reasons: Reason[]): void {
	const [first, ...others] = reasons;
	if (!first) return;
	const further = others.map(({ message, wayOut }) => [message, wayOut].filter(Boolean).join('. '));
	throw item.refusal(first.message, [first.wayOut, ...further].filter(Boolean).join('\n'));
}

/** What a failed launch says beside its reason: how many got nothing, and what this execution has sent before it. */
export function toldWhole(thrown: unknown, item: ItemContext, memory: LaunchMemory, isOneForAll: boolean): unknown {
	if (!(thrown instanceof NodeOperationError || thrown instanceof NodeApiError)) return thrown;
	const count = item.context.getInputData().length;
	if (isOneForAll) {
		const contacts = count === 1 ? '1 contact' : `${count.toLocaleString('en')} contacts`;
		thrown.message = `${thrown.message.replace(/\.$/, '')} (${contacts} received nothing)`;
	}
	const before = sentBefore(memory);
	const description = (thrown.description ?? '').replace(/^Nothing was sent\.\s*/, '');
	thrown.description = [before === undefined ? 'Nothing was sent.' : `This one was not sent. ${before}`, description]
		.filter(Boolean)
		.join(' ');
	return thrown;
}

function sentBefore(memory: LaunchMemory): string | undefined {
	const sent = memory.sent();
	if (sent.length === 0) return undefined;
	const names = sent.slice(0, MOST_NAMED).map(({ promotionName, row }) => {
		const id = typeof row.promotionId === 'string' ? row.promotionId : 'ID not known';
		return `"${promotionName}" (${id})`;
	});
	const more = sent.length > MOST_NAMED ? ` and ${sent.length - MOST_NAMED} more` : '';
	return `Sent before in this execution: ${names.join(', ')}${more}.`;
}
