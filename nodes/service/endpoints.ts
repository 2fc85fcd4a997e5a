import { isWellFormed } from './values';

/** Every path of the service. Ids come from users and other systems, so each is percent-encoded as one segment. */
const root = (accountId: string) => `/api/v2/promotion/${encodeURIComponent(accountId)}`;

export const endpoints = {
	promotions: (accountId: string) => root(accountId),
	promotion: (accountId: string, promotionId: string) => `${root(accountId)}/${encodeURIComponent(promotionId)}`,
	statistics: (accountId: string, promotionId: string) => `${root(accountId)}/${encodeURIComponent(promotionId)}/stats`,
	report: (accountId: string, promotionId: string) =>
		`${root(accountId)}/statistics/${encodeURIComponent(promotionId)}/report`,
	launch: (accountId: string) => `${root(accountId)}/template/launch`,
};

/** URLs drop "." and ".." as path segments even when they are percent-encoded: as an id they would lead to another path. */
export const isUsableId = (id: string) => id !== '' && id !== '.' && id !== '..' && isWellFormed(id);

/** What samples of the trigger carry where there is no finished promotion to show; no operation ever sends it. */
export const SAMPLE_PROMOTION_ID = 'sample';

export const CHANNEL = 'rcs';
