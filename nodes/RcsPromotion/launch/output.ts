import type { IDataObject } from 'n8n-workflow';
import type { PreparedLaunch } from './prepare';

/** The most useful first; what is not named here comes before the account. */
const ORDER = [
	'outcome',
	'launched',
	'promotionName',
	'promotionId',
	'recipients',
	'reason',
	'warnings',
	'duplicateSuspected',
	'otherPromotionIds',
	'preview',
	'approvalCode',
	'response',
	'body',
	'columnsUsed',
	'changes',
	'targetListName',
	'promotionIdSource',
];

/** The output of a launch, however it ended. */
export function inOrder({ accountId, ...facts }: IDataObject): IDataObject {
	const first: IDataObject = {};
	for (const name of ORDER) if (name in facts) first[name] = facts[name];
	return { ...first, ...facts, accountId };
}

export const unsent = ({ row }: PreparedLaunch, facts: IDataObject): IDataObject =>
	inOrder({ ...row, launched: false, ...facts });
