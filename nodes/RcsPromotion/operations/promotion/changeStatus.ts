import type { INodeProperties } from 'n8n-workflow';
import { Refusal } from '../../../service/refusal';
import { readResponse } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { isSameName } from '../../../service/promotions';
import type { Promotion, PromotionStatusChange } from '../../../service/types';
import { asSentence, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { noteCancelled } from '../../launch/memory';
import type { OutputItem } from '../operation';
import { readPromotionId, refuseSample } from '../sharedFields';
import { readListOnce, StatusRequests } from './statusRequests';

export const onlyIfNamedField: INodeProperties = {
	displayName: 'Only If Named',
	name: 'expectedName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring Sale',
	description: 'If the promotion has another name, nothing is changed. Leave it empty to accept any name.',
};

/** Stops or cancels the promotion. Throws if every request was refused, or none is known to have arrived. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = readPromotionId(item);
	refuseOwnSample(item, promotionId);
	const expectedName = readExpectedName(item);
	const { client } = item;
	// A list that cannot be read does not keep a Stop from going out, unless the name must be compared.
	const before =
		expectedName === ''
			? await item.readOnce('list before changes', async () => await readListOnce(client))
			: await readListWithName(item, promotionId, expectedName, status);
	// Items that name the same promotion share what came of it, even a refusal.
	const key = `change ${JSON.stringify([promotionId, status])}`;
	const requests = await item.readOnce(key, async () => {
		const all = new StatusRequests(client, clockOf(item.context), promotionId, status, before);
		return await all.sendUntilConfirmed();
	});
	const { confirmed, accepted, promotionName } = requests;
	if (!confirmed && !accepted && !requests.isGone) throw requests.createError();
	if (confirmed && status === 'Cancelled') noteCancelled(client.account, promotionId);
	const message = asSentence(requests.describe());
	item.hintOnce(confirmed ? message : `${message} Check it in the service.`, confirmed ? 'info' : 'warning');
	const outcome = { promotionName, promotionId, requestedStatus: status, status: requests.status, confirmed, message };
	return [{ json: { ...outcome, response: accepted ? readResponse(accepted) : null, accountId: client.accountId } }];
}

/** A sample of the trigger must not change the real promotion that it shows. */
function refuseOwnSample({ context, itemIndex }: ItemContext, promotionId: string): void {
	const { isSample, promotionId: sampledId } = context.getInputData()[itemIndex]?.json ?? {};
	if (isSample === true && plainText(sampledId) === promotionId) refuseSample();
}

/** An expression that found no name must not switch the check off. */
function readExpectedName({ context, form }: ItemContext): string {
	const name = form.optionalText('expectedName');
	const isEntered = plainText(context.getNode().parameters.expectedName) !== '';
	if (name !== '' || !isEntered) return name;
	throw new Refusal(
		"'Only If Named' is empty",
		'Its expression found no name. Correct it, or empty the field.',
		'Nothing was changed. Pass the name that goes with the promotionId, as a tool that lists promotions gave it.',
	);
}

/** The list, if the promotion has that name in it. */
async function readListWithName(
	item: ItemContext,
	promotionId: string,
	expectedName: string,
	status: PromotionStatusChange,
): Promise<Promotion[]> {
	const nothingDone = `Promotion ${promotionId} was not ${status.toLowerCase()}`;
	const promotions = await item.listPromotions().catch((error: unknown) => {
		throw Object.assign(error as Error, { message: `${nothingDone}: ${(error as Error).message}` });
	});
	const listed = promotions.find((one) => one.promotionId === promotionId);
	if (listed && isSameName(plainText(listed.name), expectedName)) return promotions;
	const name = listed ? `it is named "${shortened(plainText(listed.name), 200)}"` : 'the list does not show it';
	throw new Refusal(
		item.client.hideKey(`${nothingDone}: ${name}, and 'Only If Named' is "${shortened(expectedName, 200)}"`),
		"Nothing was changed. Check 'Promotion ID' and 'Only If Named'.",
		'Nothing was changed. Tell the person this, and ask which promotion they mean.',
	);
}
