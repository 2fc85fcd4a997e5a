import type { Personality } from './personalities';
import type { Counters, ReportOptions } from './types';

/** What the rows of one report are made of. */
export interface ReportSubject {
	promotionId: string;
	templateName: string;
	language: string;
	startedAt: number;
	/** The real recipients of a small launch, in order; beyond them people are invented. */
	contacts: ReadonlyArray<{ name: string; phone: string; language: string }>;
	/** The promotion's own counters, with which the rows agree; usual shares where a test asks for a report of its own. */
	counters?: Counters;
}

export const documentedColumns = [
	'Name',
	'Phone',
	'Status',
	'Timestamp',
	'Error',
	'FlowId',
	'FlowName',
	'RetryCount',
	'TemplateName',
	'Language',
] as const;

/** Rows repeat in everything but the phone after this many. */
export const rowsPerBlock = 1000;

const givenNames = [
	'Ana',
	'Ben',
	'Chloé',
	'Dilip',
	'Élise',
	'Farid',
	'Grace',
	'Hiro',
	'Ines',
	'José',
	'Karin',
	'Łukasz',
	'Mei',
];
const familyNames = [
	'Abe',
	'Brandt',
	'Costa',
	'Dubois',
	'Eriksson',
	'Fonseca',
	'García',
	'Haddad',
	'Iyer',
	'Jansen',
	'Kovač',
];
const errorReasons = [
	'Not reachable over RCS',
	'Number not in service',
	'Blocked by recipient',
	'Expired before delivery',
];

/** A whole number from two whole numbers, the same on every machine. */
function mix(seed: number, value: number): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(value + 1, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
	return (hash ^ (hash >>> 13)) >>> 0;
}

const pick = <T>(choices: readonly T[], hash: number): T => choices[hash % choices.length] as T;

/** Exactly N of every thousand, evenly spread. */
function rowFailed(rowIndex: number, failedPerThousand: number): boolean {
	const position = rowIndex % rowsPerBlock;
	return (
		Math.floor(((position + 1) * failedPerThousand) / rowsPerBlock) >
		Math.floor((position * failedPerThousand) / rowsPerBlock)
	);
}

type Reached = 'sent' | 'delivered' | 'read' | 'interacted';

/** How far the message came in each row of a block, so that counting the rows gives the counters; exact up to one block. */
export function reachedIn(
	{ rows, seed, failedPerThousand }: Pick<ReportOptions, 'rows' | 'seed' | 'failedPerThousand'>,
	{ sent, delivered, read, interacted }: Counters,
): Reached[] {
	const positions = Array.from({ length: Math.min(rows, rowsPerBlock) }, (_, position) => position);
	const inOrder = positions
		.filter((position) => !rowFailed(position, failedPerThousand))
		.sort((a, b) => mix(seed, a) - mix(seed, b));
	const share = (count: number) => Math.round((count / Math.max(1, sent)) * inOrder.length);
	const reached: Reached[] = positions.map(() => 'sent');
	for (const [rank, position] of inOrder.entries()) {
		if (rank < share(interacted)) reached[position] = 'interacted';
		else if (rank < share(read)) reached[position] = 'read';
		else if (rank < share(delivered)) reached[position] = 'delivered';
	}
	return reached;
}

const usualShare = (share: number): Reached =>
	share < 3 ? 'sent' : share < 33 ? 'delivered' : share < 88 ? 'read' : 'interacted';

const phonePrefix = (seed: number) => `+49${150 + (seed % 30)}`;
const digitsAfterPrefix = 8;

/** Five digits for the block and three for the row in it: the block's digits can be patched in place. */
const phoneOf = (seed: number, rowIndex: number) =>
	`${phonePrefix(seed)}${String(rowIndex).padStart(digitsAfterPrefix, '0')}`;

export const lastDigitsAt = (phone = '') => phone.length - digitsAfterPrefix;

export type ReportRow = Record<string, string>;

export function rowAt(
	rowIndex: number,
	options: Pick<ReportOptions, 'seed' | 'failedPerThousand'>,
	subject: ReportSubject,
	personality: Personality,
	reached?: readonly Reached[],
): ReportRow {
	const position = rowIndex % rowsPerBlock;
	const hash = mix(options.seed, position);
	const failed = rowFailed(rowIndex, options.failedPerThousand);
	const words = personality.reportWords;
	const share = hash % 100;
	const contact = subject.contacts[rowIndex];
	return {
		Name: contact?.name ?? `${pick(givenNames, hash)} ${pick(familyNames, hash >>> 8)}`,
		Phone: (contact?.phone ?? phoneOf(options.seed, rowIndex)).replace(
			/^\+/,
			personality.reportPhonesHavePlus ? '+' : '',
		),
		Status: words[failed ? 'failed' : (reached?.[position] ?? usualShare(share))],
		Timestamp: String(personality.timestamp(subject.startedAt + position * 137)),
		Error: failed ? pick(errorReasons, hash >>> 4) : '',
		FlowId: personality.flow?.id ?? '',
		FlowName: personality.flow?.name ?? '',
		RetryCount: String(failed ? Math.max(0, personality.retryEntries.count - 1) : share % 17 === 0 ? 1 : 0),
		TemplateName: subject.templateName,
		Language: contact?.language || subject.language,
	};
}

/** Rows that trip careless readers. Each is laid over an ordinary row. */
export const awkwardCells: ReadonlyArray<ReportRow> = [
	{ Name: 'Anna "Ann" Smith' },
	{ Name: 'Smith, Anna' },
	{ Name: 'Müller; Søren' },
	{ Name: 'Two\nLines' },
	{ Name: 'Two\r\nWindows lines' },
	{ Name: '=1+1' },
	{ Name: '+cmd|x' },
	{ Name: '-2' },
	{ Name: '@SUM(A1)' },
	{ Name: '  spaces around  ' },
	{ Name: '' },
	{ Name: '名前 👩🏽‍💻' },
	{ Name: '"' },
	{ Name: '\tTab' },
	{ Error: 'line one\nline two, "quoted"' },
	{ Timestamp: '' },
	{ Timestamp: '0' },
	{ RetryCount: '' },
];
