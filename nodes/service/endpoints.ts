import { isWellFormed } from './values';

/** All paths of the service. IDs come from users and other systems, so each is percent-encoded as one segment. */
const root = (accountId: string) => `/api/v2/promotion/${encodeURIComponent(accountId)}`;

export const endpoints = {
	promotions: (accountId: string) => root(accountId),
	promotion: (accountId: string, promotionId: string) => `${root(accountId)}/${encodeURIComponent(promotionId)}`,
	statistics: (accountId: string, promotionId: string) => `${root(accountId)}/${encodeURIComponent(promotionId)}/stats`,
	report: (accountId: string, promotionId: string) =>
		`${root(accountId)}/statistics/${encodeURIComponent(promotionId)}/report`,
	launch: (accountId: string) => `${root(accountId)}/template/launch`,
};

/** URLs drop the segments "." and ".." even if they are percent-encoded, so as an ID they would lead to another path. */
export const isUsableId = (id: string) => id !== '' && id !== '.' && id !== '..' && isWellFormed(id);

/** The ID in the trigger's samples if there is no completed promotion to show. No operation ever sends it. */
export const SAMPLE_PROMOTION_ID = 'sample';

export const CHANNEL = 'rcs';
