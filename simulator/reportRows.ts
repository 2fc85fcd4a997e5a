import { timestamp } from './personalities';
import type { Settings } from './settings';
import type { Counters, ReportOptions } from './types';

export interface Contact {
	name: string;
	phone: string;
	language: string;
}

/** The promotion that a report is about. */
export interface ReportSubject {
	template: { name?: unknown; language?: unknown };
	createdAt: number;
	/** The first recipients of a launch, in order; beyond them people are invented. */
	contacts: readonly Contact[];
}

export type ReportRow = Record<string, string>;

export const documentedColumns =
	'Name Phone Status Timestamp Error FlowId FlowName RetryCount TemplateName Language'.split(' ');

/** Rows of invented people repeat in everything but the phone after this many. */
export const rowsPerBlock = 1000;

const givenNames = 'Ana Ben Chloé Dilip Élise Farid Grace Hiro Ines José Karin Łukasz Mei'.split(' ');
const familyNames = 'Abe Brandt Costa Dubois Eriksson Fonseca García Haddad Iyer Jansen Kovač'.split(' ');
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

type Reached = 'sent' | 'delivered' | 'read' | 'interacted';

const usualShare = (share: number): Reached =>
	share < 3 ? 'sent' : share < 33 ? 'delivered' : share < 88 ? 'read' : 'interacted';

/** The ordinary rows of one report. */
export class Rows {
	/** How far the message came in each row of a block, so that counting the rows gives the counters; exact up to one block. */
	private readonly reached: Reached[] | undefined;

	constructor(
		private readonly options: Pick<ReportOptions, 'rows' | 'seed' | 'failedPerThousand'>,
		private readonly subject: ReportSubject,
		private readonly settings: Settings,
		counters: Counters | undefined,
	) {
		this.reached = counters && this.reachedWith(counters);
	}

	at(index: number): ReportRow {
		const { seed } = this.options;
		const { subject, settings } = this;
		const position = index % rowsPerBlock;
		const hash = mix(seed, position);
		const share = hash % 100;
		const hasFailed = this.hasFailed(position);
		const contact = subject.contacts[index];
		return {
			Name: contact?.name ?? `${pick(givenNames, hash)} ${pick(familyNames, hash >>> 8)}`,
			Phone: this.phoneOf(index),
			Status: settings.reportWords[hasFailed ? 'failed' : (this.reached?.[position] ?? usualShare(share))],
			Timestamp: String(timestamp(settings, subject.createdAt + position * 137)),
			Error: hasFailed ? pick(errorReasons, hash >>> 4) : '',
			FlowId: settings.flow?.id ?? '',
			FlowName: settings.flow?.name ?? '',
			RetryCount: String(hasFailed ? Math.max(0, settings.tries.count - 1) : share % 17 === 0 ? 1 : 0),
			TemplateName: textOf(subject.template.name),
			Language: contact?.language || textOf(subject.template.language),
		};
	}

	isNamed(index: number): boolean {
		return index < this.subject.contacts.length;
	}

	phoneOf(index: number): string {
		const invented = `+49${150 + (this.options.seed % 30)}${String(index).padStart(8, '0')}`;
		const phone = this.subject.contacts[index]?.phone ?? invented;
		return this.settings.reportPhonesHavePlus ? phone : phone.replace(/^\+/, '');
	}

	/** Exactly so many of every thousand, evenly spread. */
	private hasFailed(position: number): boolean {
		const failedBefore = (end: number) => Math.floor((end * this.options.failedPerThousand) / rowsPerBlock);
		return failedBefore(position + 1) > failedBefore(position);
	}

	private reachedWith({ sent, delivered, read, interacted }: Counters): Reached[] {
		const positions = Array.from({ length: Math.min(this.options.rows, rowsPerBlock) }, (_, position) => position);
		const inOrder = positions
			.filter((position) => !this.hasFailed(position))
			.sort((a, b) => mix(this.options.seed, a) - mix(this.options.seed, b));
		const share = (count: number) => Math.round((count / Math.max(1, sent)) * inOrder.length);
		const reached: Reached[] = positions.map(() => 'sent');
		for (const [rank, position] of inOrder.entries()) {
			if (rank < share(interacted)) reached[position] = 'interacted';
			else if (rank < share(read)) reached[position] = 'read';
			else if (rank < share(delivered)) reached[position] = 'delivered';
		}
		return reached;
	}
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Rows that trip careless readers. Each is laid over an ordinary row. */
export const awkwardCells: readonly ReportRow[] = [
	...['Anna "Ann" Smith', 'Smith, Anna', 'Müller; Søren', 'Two\nLines', 'Two\r\nWindows lines'].map(named),
	...['=1+1', '+cmd|x', '-2', '@SUM(A1)', '  spaces around  ', '', '名前 👩🏽‍💻', '"', '\tTab'].map(named),
	{ Error: 'line one\nline two, "quoted"' },
	{ Timestamp: '' },
	{ Timestamp: '0' },
	{ RetryCount: '' },
];

function named(Name: string): ReportRow {
	return { Name };
}
