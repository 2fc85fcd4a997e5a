import { contactColumns, type ContactColumn, type ContactReference } from './types';

/** What CRMs and people call the columns, in order of preference; without case, spaces, and marks. */
export const usualNames: Record<ContactColumn, readonly string[]> = {
	name: [
		'name',
		'fullname',
		'displayname',
		'contactname',
		'customername',
		'recipientname',
		'firstname',
		'givenname',
		'vorname',
		'nombre',
		'nome',
		'prenom',
	],
	phone: [
		'phone',
		'phonenumber',
		'mobilephone',
		'mobilephonenumber',
		'mobile',
		'mobilenumber',
		'cellphone',
		'cellphonenumber',
		'cell',
		'msisdn',
		'telephone',
		'telephonenumber',
		'tel',
		'phoneno',
		'mobileno',
		'contactnumber',
		'whatsappphonenumber',
		'handy',
		'handynummer',
		'mobil',
		'mobilnummer',
		'telefon',
		'telefonnummer',
		'telefono',
		'telefone',
		'celular',
		'movil',
	],
	language: [
		'language',
		'lang',
		'languagecode',
		'preferredlanguage',
		'contactlanguage',
		'locale',
		'sprache',
		'idioma',
		'langue',
	],
	businesssubscriberid: ['businesssubscriberid', 'businesssubscriber', 'subscriberid', 'bsid'],
};

/** "Phone Number", "phone_number", "hs_language" and "Language__c" lose what differs from CRM to CRM. */
export function bareName(name: string): string {
	return name
		.normalize('NFD')
		.toLowerCase()
		.replace(/^hs_|__c$/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '');
}

export interface Header {
	/** As it stands in the file. */
	cells: string[];
	/** Which cell holds which known column; the first, if it is repeated. */
	positions: Partial<Record<ContactColumn, number>>;
	repeated: ContactColumn[];
}

/** A file names its columns as the references do, in any case; other names are not guessed, the service would not either. */
export function readHeader(cells: string[]): Header {
	const positions: Header['positions'] = {};
	const repeated = new Set<ContactColumn>();
	for (const [index, cell] of cells.entries()) {
		const column = knownColumn(cell);
		if (column === undefined) continue;
		if (positions[column] === undefined) positions[column] = index;
		else repeated.add(column);
	}
	return { cells, positions, repeated: [...repeated] };
}

export function columnsUsed({ cells, positions }: Header): Partial<Record<ContactColumn, string>> {
	return Object.fromEntries(Object.entries(positions).map(([column, index]) => [column, cells[index]]));
}

/** The header with the known columns under the names of the references. */
export function normalHeader({ cells, positions }: Header): string[] {
	const normal = [...cells];
	for (const [column, index] of Object.entries(positions)) normal[index] = column;
	return normal;
}

export interface MissingColumn {
	column: ContactColumn;
	places: string[];
}

/** What the template shows but the contacts do not have. */
export function missingColumns({ positions }: Header, references: readonly ContactReference[]): MissingColumn[] {
	const missing = new Map<ContactColumn, string[]>();
	for (const { column, place } of references) {
		if (positions[column] === undefined) missing.set(column, [...(missing.get(column) ?? []), place]);
	}
	return [...missing].map(([column, places]) => ({ column, places }));
}

export function isKnownColumn(text: string): text is ContactColumn {
	return (contactColumns as readonly string[]).includes(text);
}

function knownColumn(cell: string): ContactColumn | undefined {
	const name = cell.trim().toLowerCase();
	return isKnownColumn(name) ? name : undefined;
}
