/** What the service document leaves open, in the order in which it is told. */
export const GAPS = {
	redirects: 'Redirects',
	listAnswer: 'The answer to a list',
	listOrder: 'Order of the list',
	listSteady: 'Three lists in a row',
	listLimit: 'Whether the list leaves old promotions out',
	statusWords: 'Status words in the list',
	promotionIds: 'Form of promotion IDs',
	timestampUnit: 'Unit of timestamps',
	statisticsAnswer: 'The answer to statistics',
	retryEntries: 'Entries for each retry',
	reportAnswer: 'The answer to a report',
	reportWords: 'Status words in the report',
	reportEnd: 'How the end of a report is known',
	reportCompression: 'Compression of a report',
	missingKey: 'Refusal: no API key',
	wrongKey: 'Refusal: a wrong API key',
	wrongAccount: 'Refusal: another account ID',
	unknownPromotion: 'Refusal: a promotion that does not exist',
	invalidRequest: 'Refusal: a channel that does not exist',
	limits: 'Limits and Retry-After',
	launchAnswer: 'The answer to a launch',
	listedAfter: 'Time until a launch is listed',
	headerNames: 'Header names in the contact file',
	statusOrder: 'Status words from launch to end',
	statisticsBeforeStart: 'Statistics before the first figures',
	reportBeforeStart: 'Report before the first rows',
	afterCompleted: 'What happens after Completed',
	refusedLaunch: 'A launch with a template that does not exist',
	repeatedLaunch: 'The same launch sent twice',
	stopBefore: 'Stop before sending',
	repeatedStop: 'Stop asked again',
	cancelStopped: 'Cancel of a stopped promotion',
	cancelBefore: 'Cancel before sending',
	repeatedCancel: 'Cancel asked again',
	cancelledListed: 'Whether a cancelled promotion stays listed',
	stopLate: 'Stop once it is too late',
} as const;

export type Gap = keyof typeof GAPS;

/** What people want to do, and the gap that shows whether they can. */
export const WORK: Array<[what: string, gap: Gap]> = [
	['Reading the list', 'listAnswer'],
	['Reading statistics', 'statisticsAnswer'],
	['Reading reports', 'reportAnswer'],
	['Launching', 'headerNames'],
	['Stop', 'stopBefore'],
	['Cancel', 'cancelBefore'],
];

type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

/** What was learned of a gap. */
export interface Learned {
	/** The same for services that behave the same. */
	value: Plain;
	/** What was seen. */
	seen: string;
	/** What the nodes do about it. */
	nodes: string;
	/** Whether the nodes can do their work with it; only of what their work stands on. */
	works?: boolean;
	/** What a user needs to set; left out if nothing. */
	setting?: string;
}

/** Either learned, or why it is not known. */
export type GapAnswer = Learned | { notKnown: string };
