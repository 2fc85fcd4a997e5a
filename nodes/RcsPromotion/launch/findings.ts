import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asSentence, counted } from '../../service/values';
import type { Finding } from '../finding';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory } from './memory';

const MOST_NAMED = 5;

const happened = ({ where, message }: Finding) => (where === undefined ? message : `${where}: ${message}`);

/** What happened and what to do, for a place that holds one text. */
export const findingText = (finding: Finding) =>
	finding.wayOut === undefined ? happened(finding) : `${asSentence(happened(finding))} ${finding.wayOut}`;

/** Throws if anything was found, and names all of it. */
export function stopAt(item: ItemContext, findings: readonly Finding[]): void {
	const [first, ...others] = findings;
	if (!first) return;
	throw item.refusal(happened(first), [first.wayOut ?? [], others.map(findingText)].flat().join('\n'));
}

/** What stopped a launch also says how many contacts got nothing, and what this execution has sent before it. */
export function saidOfUnsent(thrown: unknown, item: ItemContext, memory: LaunchMemory): unknown {
	if (!(thrown instanceof NodeOperationError || thrown instanceof NodeApiError)) return thrown;
	if (memory.isOneForAll) {
		thrown.message = `Not sent to ${counted(item.context.getInputData().length, 'contact')}: ${thrown.message}`;
	}
	const description = (thrown.description ?? '').replace(/^Nothing was sent\.\s*/, '');
	thrown.description = [sentBefore(memory), description].filter(Boolean).join(' ');
	return thrown;
}

function sentBefore(memory: LaunchMemory): string {
	const sent = memory.sent();
	if (sent.length === 0) return memory.isOneForAll ? '' : 'Nothing was sent.';
	const names = sent.slice(0, MOST_NAMED).map(({ promotionName, row }) => {
		const id = typeof row.promotionId === 'string' ? row.promotionId : 'ID not known';
		return `"${promotionName}" (${id})`;
	});
	const more = sent.length > MOST_NAMED ? ` and ${sent.length - MOST_NAMED} more` : '';
	return `This one was not sent. Sent before in this execution: ${names.join(', ')}${more}.`;
}
