import type { IDataObject } from 'n8n-workflow';
import type { NodeApiError } from 'n8n-workflow';
import { sorted } from '../../../service/promotions';
import type { Promotion } from '../../../service/types';
import { named, sameName } from '../../launch/look';
import type { LaunchMemory } from '../../launch/memory';
import { reserve, type Reservation } from '../../launch/sentBefore';
import type { ItemContext } from '../../itemContext';
import { stopAt, type PreparedLaunch } from './launchPreparation';

/** More contacts than the user allowed, in words; undefined when all is well. */
export function tooManyRecipients({ request, contacts }: PreparedLaunch): string | undefined {
	const { maximumRecipients } = request;
	if (maximumRecipients === Infinity) return undefined;
	const limit = maximumRecipients.toLocaleString('en');
	if (contacts === null && request.recipients !== 'uploadedList') {
		return `The contacts cannot be counted, so it is open whether they are more than Maximum Recipients (${limit}). Correct the file, or set Maximum Recipients to 0 to send without a limit.`;
	}
	if (contacts === null || contacts <= maximumRecipients) return undefined;
	return `There are ${contacts.toLocaleString('en')} contacts, more than Maximum Recipients (${limit}). If all of them are meant, raise Maximum Recipients.`;
}

/** What this execution has sent already speaks against sending more. */
export function stopAtRepeats(item: ItemContext, launch: PreparedLaunch, memory: LaunchMemory): void {
	const sent = memory.sent();
	const { maximumLaunches } = launch.request;
	if (sent.some(({ digest }) => digest === launch.digest)) {
		stopAt(item, [
			`This execution has launched the same to the same recipients already, so "${launch.request.promotionName}" was not sent again. Remove the repeated input item, or the loop around this node.`,
		]);
	}
	if (sent.length >= maximumLaunches) {
		const names = sent
			.slice(0, 5)
			.map(({ promotionName, row }) => `"${promotionName}" (${idOf(row) ?? 'ID not known'})`);
		const more = sent.length > 5 ? ` and ${sent.length - 5} more` : '';
		stopAt(item, [
			`Maximum Launches is ${maximumLaunches}, and this execution has launched as many: "${launch.request.promotionName}" was not sent. If each input item shall make a launch of its own, raise Maximum Launches; for one launch to all of them set Recipients to Input Items.`,
			`Launched before: ${names.join(', ')}${more}.`,
		]);
	}
}

const idOf = ({ promotionId }: IDataObject) => (typeof promotionId === 'string' ? promotionId : null);

export interface Listed {
	/** The IDs of promotions with this name, listed before the launch. */
	listedBefore: string[];
	/** What goes out instead of a launch. */
	existing?: IDataObject;
}

/** Reads the list, without which no launch could be found again, and looks for the name. */
export async function checkName(item: ItemContext, launch: PreparedLaunch, memory: LaunchMemory): Promise<Listed> {
	const { promotionName, options } = launch.request;
	const promotions = await readList(item);
	const listed = sorted(named(promotions, promotionName), { field: 'createdDate', direction: 'descending' });
	const listedBefore = listed.map(({ promotionId }) => promotionId);
	if (options.ifNameExists === 'launch') return { listedBefore };
	const sent = memory.sent().find((earlier) => sameName(earlier.promotionName, promotionName));
	const promotionId = listedBefore[0] ?? (sent ? idOf(sent.row) : null);
	if (listed.length === 0 && !sent) return { listedBefore };
	if (options.ifNameExists === 'return') {
		return { listedBefore, existing: { promotionId, promotionIdSource: promotionId === null ? null : 'list' } };
	}
	stopAt(item, [
		`There is already a promotion named "${promotionName}"${promotionId === null ? '' : ` (${promotionId})`}, so nothing was launched. Choose another Promotion Name, for example with the date in it, or change the option If Name Exists.`,
	]);
	return { listedBefore };
}

async function readList({ client }: ItemContext): Promise<Promotion[]> {
	try {
		return await client.promotions();
	} catch (error) {
		const fault = error as NodeApiError;
		fault.description = `Nothing was sent, since a launch could not be found again without the list of promotions. ${fault.description ?? ''}`;
		throw fault;
	}
}

/** Records the launch over executions; refuses what was recorded before. */
export async function reserveLaunch(item: ItemContext, launch: PreparedLaunch): Promise<Reservation> {
	const { promotionName, options } = launch.request;
	let reservation: Reservation;
	try {
		reservation = await reserve(item.context.helpers, launch.repeatDigest, Date.now(), options.sentBeforeHours);
	} catch {
		throw item.refusal(
			'n8n could not say whether this was sent before',
			'Nothing was sent. Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set the option If Sent Before to Launch Anyway.',
		);
	}
	if (reservation.sentBefore) {
		stopAt(item, [
			`This node sent the same template to the same recipients within the last ${options.sentBeforeHours} hours, so "${promotionName}" was not launched to ${launch.audience}. If they shall get it once more, set the option If Sent Before to Launch Anyway.`,
			'An execution that ended before it knew whether its launch arrived counts, too: look for it in the service.',
		]);
	}
	return reservation;
}
