import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asSentence, counted } from '../../service/values';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory } from './memory';

/** Why a launch is not sent, and what to do about it. */
export interface Obstacle {
	message: string;
	wayOut?: string;
}

const MOST_NAMED = 5;

export const obstacleText = ({ message, wayOut }: Obstacle) =>
	wayOut === undefined ? message : `${asSentence(message)} ${wayOut}`;

/** Throws if there is any obstacle, and names all of them. */
export function stopAt(item: ItemContext, ...obstacles: Array<Obstacle | undefined>): void {
	const [first, ...others] = obstacles.filter((obstacle) => obstacle !== undefined);
	if (!first) return;
	throw item.refusal(first.message, [first.wayOut ?? [], ...others.map(obstacleText)].flat().join('\n'));
}

/** Beside these, "received nothing" would sound as if the earlier launch had reached nobody. */
const SAYS_ENOUGH = /was not launched to|already exists/;

/** A launch that is not sent also says how many got nothing, and what this execution has sent before it. */
export function explainedStop(thrown: unknown, item: ItemContext, memory: LaunchMemory, isOneForAll: boolean): unknown {
	if (!(thrown instanceof NodeOperationError || thrown instanceof NodeApiError)) return thrown;
	const count = item.context.getInputData().length;
	const contacts = counted(count, 'contact');
	if (isOneForAll && !SAYS_ENOUGH.test(thrown.message)) {
		thrown.message = `${thrown.message.replace(/\.$/, '')} (${contacts} received nothing)`;
	}
	const before = sentSoFar(memory);
	const description = (thrown.description ?? '').replace(/^Nothing was sent\.\s*/, '');
	thrown.description = [before === undefined ? 'Nothing was sent.' : `This one was not sent. ${before}`, description]
		.filter(Boolean)
		.join(' ');
	return thrown;
}

function sentSoFar(memory: LaunchMemory): string | undefined {
	const sent = memory.sent();
	if (sent.length === 0) return undefined;
	const names = sent.slice(0, MOST_NAMED).map(({ promotionName, row }) => {
		const id = typeof row.promotionId === 'string' ? row.promotionId : 'ID not known';
		return `"${promotionName}" (${id})`;
	});
	const more = sent.length > MOST_NAMED ? ` and ${sent.length - MOST_NAMED} more` : '';
	return `Sent before in this execution: ${names.join(', ')}${more}.`;
}
