/** Reports of the simulated service, and how Get Many shows their rows. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, type Setup } from '../support/setup';

export const SHAPE = [
	'phone',
	'name',
	'status',
	'errorReason',
	'time',
	'retryCount',
	'phoneDigits',
	'promotionId',
	'accountId',
];

type ReportGiven = NonNullable<Parameters<Setup['simulator']['addPromotion']>[0]>['report'];

export const withReport = ({ simulator }: Setup, report: ReportGiven) => {
	const { promotionId } = simulator.addPromotion({ phase: 'completed', report });
	return { promotionId, facts: simulator.reportFacts(promotionId) };
};

export const rowsOf = async (setup: Setup, promotionId: string, parameters: INodeParameters = {}) =>
	await setup.run('report.getAll', { promotionId: byId(promotionId), returnAll: true, ...parameters });
