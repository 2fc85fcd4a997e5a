/** Checks contacts without n8n's engine: as items, or as the text of a file. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { checkContacts, type CheckedContacts, type LeftOut } from '../../../nodes/RcsPromotion/contacts/checkContacts';
import type { CheckOptions, FieldNames } from '../../../nodes/RcsPromotion/contacts/contact';
import { readContactsInFile, type EncodingChoice } from '../../../nodes/RcsPromotion/contacts/contactsInFile';
import { readContactsInItems, type ContactSource } from '../../../nodes/RcsPromotion/contacts/contactSource';
import { groupByLevel } from '../../../nodes/RcsPromotion/issues';
import { Refusal } from '../../../nodes/service/refusal';

/** What is filled in besides what a new form holds. */
export interface Given extends Partial<CheckOptions> {
	fields?: FieldNames;
	encoding?: EncodingChoice;
}

/** What is said of a list, what would go out, and who would not get it. */
export interface Checked extends CheckedContacts, ReturnType<typeof groupByLevel> {
	/** The file, as text. */
	sent: string;
	leftOut: LeftOut[];
}

async function checked(source: ContactSource, { fields, encoding, ...options }: Given): Promise<Checked> {
	const leftOut: LeftOut[] = [];
	const usual: CheckOptions = { country: '', checkContacts: 'stop', references: [], phoneFormat: 'plus' };
	const result = await checkContacts(source, { ...usual, ...options }, (contact) => leftOut.push(contact));
	const sent = Buffer.concat(result.file?.chunks ?? []).toString('utf8');
	return { ...result, ...groupByLevel(result.issues), sent, leftOut };
}

export async function checkRows(rows: object[], given: Given = {}): Promise<Checked> {
	const items = rows.map((json) => ({ json }));
	const context = { getNode: () => ({}), getInputData: () => items } as unknown as IExecuteFunctions;
	return await checked(await readContactsInItems(context, given.fields ?? { phone: 'phone' }), given);
}

export const fileOf = (content: string | Uint8Array) => ({ fileName: 'my contacts.csv', bytes: Buffer.from(content) });

export async function checkFile(content: string | Uint8Array, given: Given = {}): Promise<Checked> {
	const { fields = { phone: 'phone' }, encoding = 'detect' } = given;
	return await checked(await readContactsInFile(fileOf(content), encoding, fields), given);
}

/** The phones in the file, in order. */
export function phonesOf({ sent }: Checked): string[] {
	const [header = '', ...rows] = sent.trimEnd().split('\r\n');
	const at = header.split(',').indexOf('phone');
	return rows.map((row) => row.split(',')[at] ?? '');
}

export const codes = (issues: ReadonlyArray<{ code?: string }>) => issues.map(({ code }) => code);

/** The only refusal, as people read it. */
export async function refusalOf(check: Promise<Checked | number>): Promise<string> {
	try {
		const result = await check;
		const refusals = typeof result === 'number' ? [] : result.refusals;
		expect(refusals).toHaveLength(1);
		return `${refusals[0]?.message} → ${refusals[0]?.advice}`;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error as Error;
		return `${error.message} → ${error.description}`;
	}
}

export const leaveOut: Given = { checkContacts: 'leaveOut' };

export const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
export const people = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ phone: phoneOf(from + index) }));
