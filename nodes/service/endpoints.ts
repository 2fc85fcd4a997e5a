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

export const CHANNEL = 'rcs';
