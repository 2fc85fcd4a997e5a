import type { Sabotage } from '../../tools/sabotagePatch';

const unit = (name: string) => [`test/unit/contacts/${name}.test.ts`];
const engine = ['test/engine/contacts/contacts.test.ts'];

const inContacts = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	caughtBy: Sabotage['caughtBy'],
): Sabotage => ({ id, promise, edits: [{ file: `nodes/RcsPromotion/contacts/${file}`, find, by }], caughtBy });

export const sabotages: Sabotage[] = [
	inContacts(
		'contacts-trunk-zero',
		'A number with its trunk zero is the same person as without',
		['phone.ts', 'internationalNumber(`+${digits}`));\n\tif', '`+${digits}`);\n\tif'],
		{ files: unit('phone'), tests: '49 0170 1234567' },
	),
	inContacts(
		'contacts-own-prefix',
		"A country's own prefix for calls abroad is understood",
		['phone.ts', 'phoneOf(numberIn(code, digits))', "phoneOf(numberIn(code, digits.replace(/^00/, '')))"],
		{ files: unit('phone'), tests: "the country's own prefix" },
	),
	inContacts(
		'contacts-two-numbers',
		'A field that holds more than one number gets nothing',
		['phone.ts', 'ONE_NUMBER.test(text) && AT_MOST_ONE_IN_PARENTHESES.test(text);', '/\\d/.test(text);'],
		{ files: unit('phone'), tests: 'notOneNumber' },
	),
	inContacts(
		'contacts-no-country',
		'A number whose country is not known gets nothing',
		['phone.ts', "country === '' ? { problem: 'noCountry' } : phoneOf", 'phoneOf'],
		{ files: unit('admission'), tests: 'of 100 contacts 6 odd' },
	),
	{
		id: 'contacts-short-way',
		promise: 'The quick look at + and digits says what the library of phone numbers says',
		edits: [
			{
				file: 'nodes/vendor/libphonenumber.ts',
				find: '(?!${prefix})(?:${mobileNumber(rules)})',
				by: String.raw`(?:\\d{9,10})`,
			},
		],
		caughtBy: { files: unit('phone'), tests: 'digits are what the library says' },
	},
	{
		id: 'contacts-short-national-way',
		promise:
			'The quick look at mobile numbers as dialed within their country says what the library of phone numbers says',
		edits: [
			{
				file: 'nodes/vendor/libphonenumber.ts',
				find: "rules.nationalPrefixForParsing() || ''",
				by: "String(rules.nationalPrefixForParsing() ?? '')",
			},
		],
		caughtBy: { files: unit('phone'), tests: 'the short way for numbers as dialed' },
	},
	{
		id: 'contacts-two-countries',
		promise: 'A number with 00 that may be two different ones is asked about',
		edits: [
			{
				file: 'nodes/vendor/libphonenumber.ts',
				find: "if (one.certainty === 0 || isOwn === other.e164.startsWith(own)) return 'ambiguous';",
				by: '',
			},
		],
		caughtBy: { files: unit('phone'), tests: '0081 90 1234 5678' },
	},
	{
		id: 'contacts-less-certain-number',
		promise: 'Of two readings of a number with 00, a mobile number is meant and not one that may not exist',
		edits: [
			{
				file: 'nodes/vendor/libphonenumber.ts',
				find: '	if (one.certainty !== other.certainty) return one.certainty > other.certainty ? one : other;\n',
				by: '',
			},
		],
		caughtBy: { files: unit('phone'), tests: '0066 81 773 8888' },
	},
	{
		id: 'contacts-number-without-new-digit',
		promise: 'A mobile number that lacks a digit is not another person',
		edits: [
			{
				file: 'nodes/vendor/libphonenumber.ts',
				find: 'longestMobile(rules) === nationalNumber.length &&',
				by: "rules.type('MOBILE')?.possibleLengths().includes(nationalNumber.length) === true &&",
			},
		],
		caughtBy: { files: unit('phone'), tests: '553187654321' },
	},
	{
		id: 'contacts-number-as-name',
		promise: 'A name without a letter is told before it greets anybody',
		edits: [
			{
				file: 'nodes/RcsPromotion/contacts/admission.ts',
				find: "(column === 'name' && !/\\p{L}/u.test(text)) ||",
				by: '',
			},
		],
		caughtBy: { files: unit('admission'), tests: '#1001' },
	},
	inContacts(
		'contacts-guessed-phone',
		'Two phone fields whose numbers differ are asked about, and nothing goes out',
		['place.ts', 'if (foundTwo || isAnyEmpty) throw', 'if (holding.length > 9) throw'],
		{ files: unit('oneField'), tests: 'items' },
	),
	inContacts(
		'contacts-phone-of-another',
		'An empty phone field of a contact is not made up for by the phone of another person',
		['place.ts', 'return own.length > 0 || isWithinItem ? own : phones;', 'return phones;'],
		{ files: unit('oneField'), tests: 'items' },
	),
	inContacts(
		'contacts-list-passed-over',
		'A list or an object of a contact that is called like a phone is not made up for by the phone of another person',
		['place.ts', 'return own.length > 0 || isWithinItem ? own : phones;', 'return own.length > 0 ? own : phones;'],
		{ files: unit('oneField'), tests: 'a list or an object of its own' },
	),
	inContacts(
		'contacts-nested-empty-passed-over',
		'A nested person without a number is not made up for by the phone of another one',
		['place.ts', 'count > 0 || !placesHolding.has(place)', 'count > 0'],
		{ files: unit('oneField'), tests: 'a nested place does not stand in' },
	),
	inContacts(
		'contacts-twenty-one-phones',
		'More than 20 fields for a phone are refused',
		['place.ts', 'if (phones.length > MOST_PHONE_FIELDS)', 'if (phones.length > MOST_PHONE_FIELDS + 1)'],
		{ files: unit('shapes'), tests: '21 fields that could be the phone' },
	),
	inContacts(
		'contacts-fields-without-end',
		'More fields than a list can have are refused, so that they do not hold n8n up',
		['itemFields.ts', '			if (paths.size > MOST_FIELDS) throw tooManyFields();\n', ''],
		{ files: ['test/engine/contacts/hostile.test.ts'], tests: 'in items: fields' },
	),
	inContacts(
		'contacts-unchanged-with-opt-outs',
		'Do Not Contact is not passed over for a file that is sent unchanged',
		['checkContacts.ts', 'options.doNotContact === undefined ? [] : ["\'Do Not Contact\'"]', '[]'],
		{ files: unit('files'), tests: 'Send File Unchanged' },
	),
	inContacts(
		'contacts-missing-is-odd',
		'Contacts without a number do not count as wrong numbers',
		['findings.ts', 'invalid <= numbers * MOST_ODD_PHONES', 'withoutMessage <= numbers * MOST_ODD_PHONES'],
		{ files: unit('admission'), tests: 'without a number' },
	),
	inContacts(
		'contacts-check-does-not-compare',
		'A check compares all items, as a launch does',
		[
			'request.ts',
			"	if (recipients === 'inputItems') await stopAtDifferences(item.context, fields);\n",
			"	if (recipients === 'inputItems' && fields.length > 9) await stopAtDifferences(item.context, fields);\n",
		],
		{ files: engine, tests: 'a country that differs from item to item' },
	),
	inContacts(
		'contacts-name-of-another',
		'A name is taken from beside the phone, never from another person',
		['place.ts', "if (field.place === place && field.column !== 'phone')", "if (field.column !== 'phone')"],
		{ files: unit('oneField'), tests: 'items' },
	),
	inContacts(
		'contacts-other-column',
		'The phone numbers that go out are those of the field that is named',
		[
			'contactsInFile.ts',
			'return { path: [label], label, position };',
			'return { path: [label], label, position: 0 };',
		],
		{ files: unit('shapes'), tests: 'answered by File Columns' },
	),
	inContacts(
		'contacts-odd-share',
		'More than 5% odd phones stop a launch',
		['findings.ts', 'invalid <= numbers * MOST_ODD_PHONES', 'invalid <= numbers'],
		{ files: unit('admission'), tests: 'of 100 contacts 6 odd' },
	),
	inContacts(
		'contacts-blocked-sent',
		'Nobody listed in Do Not Contact gets a message',
		['admission.ts', 'if (this.doNotContact.digits.has(phone.digits))', 'if (!this.options)'],
		{ files: unit('admission'), tests: 'nobody who is listed' },
	),
	inContacts(
		'contacts-blocked-unread',
		'An entry of Do Not Contact that cannot be matched is not passed over',
		[
			'doNotContact.ts',
			'if (phone.problem !== undefined) {\n',
			'if (phone.problem !== undefined) continue;\n\t\tif (at < 0 && phone.problem !== undefined) {\n',
		],
		{ files: unit('admission'), tests: 'refuses' },
	),
	inContacts(
		'contacts-blocked-without-plus',
		'An entry of Do Not Contact is not read as another person than the contact it was written for',
		[
			'doNotContact.ts',
			"const lacksPlus = haveOwnCountries && !text.includes('+');",
			'const lacksPlus = at < 0 && haveOwnCountries;',
		],
		{ files: ['test/engine/launch/foundNothing.test.ts'], tests: '001 65 8123 4567' },
	),
	inContacts(
		'contacts-empty-suppression',
		'A Do Not Contact whose expression found no phone numbers stops the launch',
		['doNotContact.ts', 'if (withoutNumber > 0 && digits.size === 0)', 'if (withoutNumber < 0)'],
		{ files: engine, tests: 'does not read Do Not Contact into nothing' },
	),
	inContacts(
		'contacts-opt-out-item-without-phone',
		'An item of Do Not Contact without a phone field is not passed over',
		['doNotContact.ts', 'if (!fields.areKnown(json))', 'if (at < 0)'],
		{ files: unit('admission'), tests: 'refuses' },
	),
	inContacts(
		'contacts-opt-out-item-that-failed',
		'An item of Do Not Contact that a failed step left is not passed over',
		['doNotContact.ts', 'if (hasFailed(json.error)) {', "if (what === '') {"],
		{ files: unit('admission'), tests: 'refuses' },
	),
	inContacts(
		'contacts-no-opt-outs-unsaid',
		'A Do Not Contact that holds nobody is told',
		['findings.ts', 'if (numbers !== 0) return findings;', 'return findings;'],
		{ files: unit('admission'), tests: 'says that it holds nobody' },
	),
	inContacts(
		'contacts-landline-sent',
		'A landline is left out and told',
		['admission.ts', "if (phone.kind === 'landline') return phone.kind;", ''],
		{ files: unit('admission'), tests: 'landlines beside' },
	),
	inContacts(
		'contacts-line-break-sent',
		'Rows that a stray quotation mark made one value are refused',
		['admission.ts', "if (this.looked.some((column) => hasLineBreak(contact[column]))) return 'lineBreak';", ''],
		{ files: unit('admission'), tests: 'two stray quotation marks' },
	),
	inContacts(
		'contacts-duplicate-sent',
		'Nobody gets the message twice because a list holds a number twice',
		['admission.ts', '.size > known;', '.size >= known;'],
		{ files: unit('admission'), tests: 'duplicates always go' },
	),
	inContacts(
		'contacts-private-column',
		'Only the four columns leave, whatever else a file holds',
		[
			'admission.ts',
			'this.written += rowOf(this.columns, contact, sent);',
			'this.written += `${rowOf(this.columns, contact, sent).trimEnd()},x\\r\\n`;',
		],
		{ files: unit('files'), tests: 'always goes out as our columns' },
	),
	inContacts(
		'contacts-unchanged-unsaid',
		'A file that goes out unread says so',
		['checkContacts.ts', 'warnings: [NOT_CHECKED],', 'warnings: [],'],
		{ files: unit('files'), tests: 'the bytes go out as they are' },
	),
	inContacts(
		'contacts-consent-unsaid',
		'Fields about consent are named, because nothing here acts on them',
		['findings.ts', '...consentFinding(source),', ''],
		{ files: unit('admission'), tests: 'fields about consent' },
	),
	inContacts(
		'contacts-byte-length',
		'The length that is announced is that of the bytes that go out',
		['admission.ts', "Buffer.byteLength(this.written, 'utf8')", 'this.written.length'],
		{ files: unit('files'), tests: 'is written anew' },
	),
	inContacts(
		'contacts-missing-column',
		'A card that shows a column the contacts lack is found before anything is sent',
		['findings.ts', '.filter((column) => source.columnsUsed[column] === undefined)', '.filter(() => false)'],
		{ files: unit('admission'), tests: 'a column that is missing' },
	),
	inContacts(
		'contacts-changed-file',
		'A file that changes after its check is not sent whole',
		['outgoingFile.ts', 'if (sent !== byteLength) throw new Error(CHANGED);', ''],
		{ files: unit('files'), tests: 'changes between check and sending' },
	),
	inContacts(
		'contacts-execute-once',
		'Execute Once does not reduce a campaign to its first contact without a word',
		['contactsInItems.ts', '	refuseExecuteOnce(context);\n', ''],
		{ files: engine, tests: 'Execute Once' },
	),
	{
		id: 'contacts-invalid-unpaired',
		promise: 'Each contact to mend is paired with its own item in the CRM',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/contactList/findInvalid.ts',
				find: '{ item: at - 1 }',
				by: '{ item: 0 }',
			},
		],
		caughtBy: { files: ['test/engine/contacts/findInvalid.test.ts'], tests: 'each paired with its own item' },
	},
	{
		id: 'contacts-cut-row',
		promise: 'The beginning of a row that is too long is never taken for the whole of it',
		edits: [
			{
				file: 'nodes/vendor/csvParse.ts',
				find: '			yield undefined;\n			return;\n',
				by: '			break;\n',
			},
		],
		caughtBy: { files: ['test/unit/vendor/csvParse.test.ts'], tests: 'a row of more than 1 MB' },
	},
	{
		id: 'contacts-read-without-a-pause',
		promise: 'While contacts are read, n8n does its other work',
		edits: [
			{
				file: 'nodes/service/clock.ts',
				find: '	await sleep(0);\n	lastGaveWay',
				by: '	await Promise.resolve();\n	lastGaveWay',
			},
		],
		caughtBy: {
			files: ['test/engine/contacts/hostile.test.ts'],
			tests: 'mode (memory|database) lets n8n do its other work',
		},
	},
	{
		id: 'contacts-row-read-again',
		promise: 'However a row is written, reading it takes as long as its bytes',
		edits: [
			{
				file: 'nodes/vendor/csvParse.ts',
				find: '		const ends = rowEnds(piece, isQuoted);\n',
				by: '		for (const again of begun) for (let at = 0; at < 8; at++) rowEnds(again, true);\n		const ends = rowEnds(piece, isQuoted);\n',
			},
		],
		caughtBy: { files: ['test/unit/vendor/csvParse.test.ts'], tests: 'quotation marks in a long row' },
	},
];
