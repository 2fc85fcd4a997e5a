/** All paths of the service. IDs come from users and other systems, so each is percent-encoded as one segment. */
const root = (accountId: string) => `/api/v2/promotion/${encodeURIComponent(accountId)}`;

/** With the query, which n8n's HTTP client would write with "+" for a space; not every service reads that as a space. */
export const endpoints = {
	promotions: (accountId: string) => `${root(accountId)}?channel=rcs`,
	promotion: (accountId: string, promotionId: string) =>
		`${root(accountId)}/${encodeURIComponent(promotionId)}?channel=rcs`,
	statistics: (accountId: string, promotionId: string) =>
		`${root(accountId)}/${encodeURIComponent(promotionId)}/stats?channel=rcs`,
	report: (accountId: string, promotionId: string) =>
		`${root(accountId)}/statistics/${encodeURIComponent(promotionId)}/report?channel=rcs`,
	launch: (accountId: string, targetListName: string) =>
		`${root(accountId)}/template/launch?name=${encodeURIComponent(targetListName)}`,
};

/** The ID in the trigger's samples if there is no completed promotion to show. No operation ever sends it. */
export const SAMPLE_PROMOTION_ID = 'sample';
