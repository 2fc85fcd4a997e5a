/** What file systems and mail programs take in a name everywhere. */
const SAFE = /[^A-Za-z0-9._-]+/g;
const LONGEST_ID = 80;

/** Such as `rcs-report-6650f1c2a1-2026-11-20.csv`. The date is that of the download, as reports grow for days. */
export function reportFileName(promotionId: string, isoDate: string): string {
	const id = promotionId
		.replace(SAFE, '-')
		.replace(/^[-.]+|[-.]+$/g, '')
		.slice(0, LONGEST_ID);
	return ['rcs-report', id, isoDate].filter((part) => part !== '').join('-') + '.csv';
}
