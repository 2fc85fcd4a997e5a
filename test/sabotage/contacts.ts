import type { Sabotage } from '../harness/sabotagePatch';

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
		'contacts-no-country',
		'A number whose country is not known gets nothing',
		['phone.ts', "country === '' ? { reason: 'noCountry' } : toPhone", 'toPhone'],
		{ files: unit('contactChecker'), tests: 'of 100 contacts 6 odd' },
	),
	inContacts(
		'contacts-guessed-phone',
		'Two phone fields whose numbers differ are asked about, and nothing goes out',
		['chooseFields.ts', 'const phone = this.differ\n\t\t\t? undefined\n\t\t\t: holding', 'const phone = holding'],
		{ files: unit('oneField'), tests: 'items' },
	),
	inContacts(
		'contacts-phone-of-another',
		'An empty phone field of a contact is not made up for by the phone of another person',
		['chooseFields.ts', 'if (phone && phone.alias?.container === preferred?.alias?.container)', 'if (phone)'],
		{ files: unit('oneField'), tests: 'items' },
	),
	inContacts(
		'contacts-odd-share',
		'More than 5% odd phones stop a launch',
		['contactIssues.ts', 'invalid <= numbers * MOST_INVALID_PHONES', 'invalid <= numbers'],
		{ files: unit('contactChecker'), tests: 'of 100 contacts 6 odd' },
	),
	inContacts(
		'contacts-blocked-sent',
		'Nobody listed in Do Not Contact gets a message',
		['contactChecker.ts', 'if (this.doNotContact?.numbers.has(phone.e164Number))', 'if (!this.options)'],
		{ files: unit('doNotContact'), tests: 'however the two are written' },
	),
	inContacts(
		'contacts-blocked-unread',
		'An entry of Do Not Contact that cannot be matched is not passed over',
		[
			'doNotContact.ts',
			'if (text !== undefined) throw unreadableRefusal(name, text, format);',
			'if (text === name) throw unreadableRefusal(name, text, format);',
		],
		{ files: unit('doNotContact'), tests: 'refuses what may be' },
	),
	inContacts(
		'contacts-empty-suppression',
		'A Do Not Contact whose expression found no phone numbers stops the launch',
		['doNotContact.ts', 'if (withoutNumber > 0 && withNumber === 0)', 'if (withoutNumber < 0)'],
		{ files: engine, tests: 'does not read Do Not Contact into nothing' },
	),
	inContacts(
		'contacts-opt-out-under-another-name',
		'An opt-out whose number stands under a name that we do not know is not passed over',
		['doNotContact.ts', 'if (other)', 'if (other && hasFile)'],
		{ files: unit('doNotContact'), tests: 'refuses what may be' },
	),
	inContacts(
		'contacts-opt-out-second-number',
		'Every phone number of an opt-out leaves its contact out',
		['doNotContact.ts', 'const isNumber = addNumber(text);', 'const isNumber = found.count > 0 || addNumber(text);'],
		{ files: unit('doNotContact'), tests: 'a landline and a mobile phone in one record' },
	),
	inContacts(
		'contacts-opt-out-hidden',
		'An opt-out whose number cannot be read stops the launch',
		['doNotContact.ts', 'if (isMissed) found.unreadable.push(text);', ''],
		{ files: unit('doNotContact'), tests: 'Do Not Contact refuses' },
	),
	inContacts(
		'contacts-rival-unasked',
		'A field that looks like a phone and holds another number is asked about, whatever its name',
		['chooseFields.ts', 'if (!alias && !mayBePhone(path)) return undefined;', 'if (!alias) return undefined;'],
		{ files: unit('shapes'), tests: 'another person has another number' },
	),
	inContacts(
		'contacts-landline-sent',
		'A landline is left out and told',
		['contactChecker.ts', "if (phone.kind === 'landline') return { reason: 'landline' };", ''],
		{ files: unit('contactChecker'), tests: 'landlines beside' },
	),
	inContacts(
		'contacts-line-break-sent',
		'Rows that a stray quotation mark made one value are refused',
		['contactsInFile.ts', 'lineCount > 1 && values.some(holdsRow)', 'lineCount > 1e9'],
		{ files: unit('contactChecker'), tests: 'swallowed rows' },
	),
	inContacts(
		'contacts-inexact-id',
		'A subscriber ID that lost its last digits is not sent as the ID of somebody else',
		['contactChecker.ts', "if (SHORTENED_ID.test(contact[id] ?? ''))", 'if (id === contact.phone)'],
		{ files: unit('contactChecker'), tests: 'a subscriber ID too long to be exact' },
	),
	inContacts(
		'contacts-duplicate-sent',
		'Nobody gets the message twice because a list holds a number twice',
		['contactChecker.ts', '.size > sizeBefore;', '.size >= sizeBefore;'],
		{ files: unit('contactChecker'), tests: 'duplicates always go' },
	),
	inContacts(
		'contacts-private-column',
		'Only the four columns leave, whatever else a file holds',
		[
			'contactChecker.ts',
			'this.rowsToMeasure += formatRow(this.columns, contact, spelling);',
			'this.rowsToMeasure += `${formatRow(this.columns, contact, spelling).trimEnd()},x\\r\\n`;',
		],
		{ files: unit('files'), tests: 'always goes out as our columns' },
	),
	inContacts(
		'contacts-changed-file',
		'A file that changes after its check is not sent whole',
		['outgoingFile.ts', 'if (byteCount !== byteLength) throw new Error(CHANGED);', ''],
		{ files: unit('files'), tests: 'changes between check and sending' },
	),
	inContacts(
		'contacts-execute-once',
		'Execute Once does not reduce a campaign to its first contact without a word',
		['contactsInItems.ts', 'if (input.executeOnce)', 'if (input.items.length < 0)'],
		{ files: engine, tests: 'Execute Once' },
	),
	{
		id: 'missing-entry-moves-up',
		promise: 'If an expression finds nothing for one of several texts, nobody reads the next one in its place',
		edits: [
			{
				file: 'nodes/form/formReader.ts',
				find: 'return entries.map((entry, index) => {',
				by: 'return entries.filter(isObject).map((entry, index) => {',
			},
		],
		caughtBy: { files: ['test/unit/template/buildTemplate.test.ts'], tests: 'a missing entry is refused by its place' },
	},
];
