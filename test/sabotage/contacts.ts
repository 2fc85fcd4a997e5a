import type { Sabotage } from '../harness/sabotagePatch';

const unit = (name: string) => [`test/unit/contacts/${name}.test.ts`];
const template = ['test/unit/template/buildTemplate.test.ts'];
const engine = ['test/engine/contacts/contacts.test.ts'];

const harm = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	caughtBy: Sabotage['caughtBy'],
): Sabotage => ({ id, promise, edits: [{ file: `nodes/${file}`, find, by }], caughtBy });

const inContacts = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	caughtBy: Sabotage['caughtBy'],
): Sabotage => harm(id, promise, [`RcsPromotion/contacts/${file}`, find, by], caughtBy);

export const sabotages: Sabotage[] = [
	inContacts(
		'contacts-another-field',
		'An exact name wins over one that only looks like it',
		['field.ts', 'if (exact !== undefined) return exact;', ''],
		{ files: unit('field'), tests: 'of items, a name finds' },
	),
	inContacts(
		'contacts-field-guessed',
		'Two fields whose names differ only in case are asked about',
		['field.ts', 'if (alike.length > 1)', 'if (alike.length > 2)'],
		{ files: unit('field'), tests: 'differ only in case' },
	),
	inContacts(
		'contacts-field-missing',
		'A field that no contact has is refused',
		['contactIssues.ts', '[...findMissingFields(list), ...findFieldsNotChosen(list)]', 'findFieldsNotChosen(list)'],
		{ files: unit('field'), tests: 'of items: drag it' },
	),
	inContacts(
		'contacts-name-not-chosen',
		'A text that shows a name for which no field was chosen stops the launch',
		['contactIssues.ts', '[...findMissingFields(list), ...findFieldsNotChosen(list)]', 'findMissingFields(list)'],
		{ files: unit('field'), tests: 'no field was chosen' },
	),
	inContacts(
		'contacts-value-as-name',
		'A value in place of the name of a field is refused',
		['contactForm.ts', '(/\\$json\\b/.test(written) || mayDiffer(written))', 'written === field'],
		{ files: engine, tests: 'takes the name of a field, not its value' },
	),
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
		{ files: unit('phone'), tests: '491701234567' },
	),
	inContacts(
		'contacts-odd-share',
		'More than 5% odd phones stop a launch',
		['contactIssues.ts', 'const MOST_INVALID = 0.05;', 'const MOST_INVALID = 0.06;'],
		{ files: unit('contactIssues'), tests: 'beside' },
	),
	inContacts(
		'contacts-one-typo-stops',
		'One or two odd phones never stop a launch to others',
		['contactIssues.ts', 'const FEWEST_TO_STOP = 3;', 'const FEWEST_TO_STOP = 2;'],
		{ files: unit('contactIssues'), tests: 'beside' },
	),
	inContacts(
		'contacts-landline-sent',
		'A landline is left out and told',
		[
			'checkContacts.ts',
			"phone.reason === undefined && phone.kind === 'landline'",
			'phone.reason === undefined && phone.e164Number < 0',
		],
		{ files: unit('contactIssues'), tests: 'mobile phones' },
	),
	inContacts(
		'contacts-blocked-sent',
		'Nobody listed in Do Not Contact gets a message',
		['checkContacts.ts', 'if (leavesOut(number)) optedOut', 'if (!leavesOut(number) && entries === 0) optedOut'],
		{ files: unit('doNotContact'), tests: 'a contact is left out whose number stands' },
	),
	inContacts(
		'contacts-opt-out-field-name',
		'An opt-out counts wherever its number stands, also as the name of a field',
		['doNotContact.ts', 'yield field;', ''],
		{ files: unit('doNotContact'), tests: 'as the name of a field' },
	),
	inContacts(
		'contacts-opt-out-spelling',
		'An opt-out counts in whatever spelling',
		['doNotContact.ts', "groups.join('').slice(-MOST_DIGITS)", "groups.slice(-1).join('')"],
		{ files: unit('optOutShapes'), tests: 'dots, underscores' },
	),
	inContacts(
		'contacts-opt-out-by-chance',
		'A short number does not count where it is part of a longer one',
		['doNotContact.ts', 'length >= FEWEST_ANYWHERE || isOnItsOwn(length, groups)', 'groups.length > 0'],
		{ files: unit('doNotContact'), tests: 'eight digits within more' },
	),
	inContacts(
		'contacts-opt-out-failed-step',
		'Opt-outs that come from a step that failed stop the launch',
		['doNotContact.ts', 'if (hasFailed(error)) throw failedRefusal(name, error);', 'if (hasFailed(error)) continue;'],
		{ files: unit('doNotContact'), tests: 'it is refused' },
	),
	inContacts(
		'contacts-empty-suppression',
		'A Do Not Contact whose expression found no phone numbers stops the launch',
		['doNotContact.ts', 'if (entries > 0 && !anyHasNumber)', 'if (entries < 0)'],
		{ files: engine, tests: 'does not read Do Not Contact into nothing' },
	),
	inContacts(
		'contacts-swallowed-rows',
		'Rows that a stray quotation mark made one value are refused',
		['contactsInFile.ts', 'if (lineCount === 1) return undefined;', 'if (lineCount > 0) return undefined;'],
		{ files: unit('files'), tests: 'swallowed' },
	),
	inContacts(
		'contacts-line-break-sent',
		'A line break in a value makes no row of its own',
		['outgoingFile.ts', "+/g, ' ')", "+/g, '\\r\\n')"],
		{ files: unit('files'), tests: 'a line break in a value' },
	),
	inContacts(
		'contacts-inexact-id',
		'A subscriber ID that lost its last digits is not sent as the ID of somebody else',
		['checkContacts.ts', "if (SHORTENED_NUMBER.test(contact[column] ?? ''))", 'if (column === contact.phone)'],
		{ files: unit('values'), tests: 'leaves out its contact' },
	),
	inContacts(
		'contacts-duplicate-sent',
		'Nobody gets the message twice because a list holds a number twice',
		['checkContacts.ts', '.size > sizeBefore;', '.size >= sizeBefore;'],
		{ files: unit('values'), tests: 'in whatever spelling' },
	),
	inContacts(
		'contacts-private-column',
		'Only the four columns leave, whatever else a file holds',
		['outgoingFile.ts', 'formatRow(this.columns.map(valueOf));', "formatRow([...this.columns.map(valueOf), 'x']);"],
		{ files: unit('files'), tests: 'our columns' },
	),
	inContacts(
		'contacts-phone-format',
		'Phones go out as the credential says',
		['checkContacts.ts', "options.phoneFormat === 'plus' ? '+' : ''", "options.phoneFormat === 'plus' ? '+' : '+'"],
		{ files: unit('values'), tests: 'as the credential says' },
	),
	inContacts(
		'contacts-execute-once',
		'Execute Once does not reduce a campaign to its first contact without a word',
		['contactSource.ts', 'if (context.getNode().executeOnce === true)', 'if (context.getNode().disabled === true)'],
		{ files: engine, tests: 'Execute Once' },
	),
	harm(
		'template-unseen-reference',
		'A reference in a part of a template that we do not know needs its field, too',
		[
			'RcsPromotion/template/componentWalk.ts',
			'if (reference === undefined) return;',
			'if (reference !== text) return;',
		],
		{ files: template, tests: 'a reference in it needs its field' },
	),
	harm(
		'template-unknown-refused',
		'What the document does not name passes as it was written',
		[
			'RcsPromotion/template/componentWalk.ts',
			"else if (key === 'mediaUrl') this.refuse",
			"else if (key !== 'card_index') this.refuse",
		],
		{ files: template, tests: 'in cards and as whole components' },
	),
	harm(
		'missing-entry-moves-up',
		'If an expression finds nothing for one of several texts, nobody reads the next one in its place',
		[
			'form/formReader.ts',
			'return entries.map((entry, index) => {',
			'return entries.filter(isObject).map((entry, index) => {',
		],
		{ files: ['test/unit/template/refused.test.ts'], tests: 'a missing entry is refused by its place' },
	),
];
