import type { Sabotage } from '../../tools/sabotage/types';

const unit = (name: string) => `test/unit/contacts/${name}.test.ts`;
const engine = ['test/engine/contacts/check.test.ts'];
const sent = ['test/engine/launch/whoGetsIt.test.ts'];

const inContacts = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	caughtBy: Sabotage['caughtBy'],
): Sabotage => ({ id, promise, edits: [{ file: `nodes/RcsPromotion/${file}`, find, by }], caughtBy });

export const sabotages: Sabotage[] = [
	inContacts(
		'contacts-odd-share',
		'More than 5% odd phones stop a launch',
		['contacts/verdict.ts', 'odd.count > rows * MOST_ODD_PHONES;', 'odd.count > rows;'],
		{ files: [unit('checkFile')], tests: '6% odd phones' },
	),
	inContacts(
		'contacts-left-out-sent',
		'With Leave Out Invalid no odd phone gets a message',
		['contacts/review.ts', "if (checkContacts === 'leaveOut') {", "if (checkContacts === 'strict') {"],
		{ files: sent, tests: 'Leave Out Invalid' },
	),
	inContacts(
		'contacts-suppressed-sent',
		'Nobody listed in Do Not Contact gets a message',
		['contacts/review.ts', 'if (doNotContact?.has(phone) === true) {', 'if (!doNotContact) {'],
		{ files: sent, tests: 'Do Not Contact' },
	),
	inContacts(
		'contacts-empty-suppression',
		'A Do Not Contact whose expression gives nothing stops the launch',
		['contacts/doNotContact.ts', 'if (!holdsPhone && !isEmptyList) {', 'if (entries < 0) {'],
		{ files: engine, tests: 'Do Not Contact' },
	),
	inContacts(
		'contacts-missing-column',
		'A card that shows a column the contacts lack is found before anything is sent',
		['contacts/verdict.ts', 'if (columns.includes(column) || columns.length === 0) continue;', 'continue;'],
		{ files: [unit('brokenFiles')], tests: 'a column missing' },
	),
	inContacts(
		'contacts-changed-file',
		'A file that changes after its check is not sent whole',
		['contacts/outgoingFile.ts', 'if (sent !== byteLength) throw new Error(changedMeanwhile());', ''],
		{ files: [unit('checkFile')], tests: 'changes between check and sending' },
	),
	inContacts(
		'contacts-execute-once',
		'Execute Once does not reduce a campaign to its first contact without a word',
		['contacts/checkContacts.ts', '	refuseExecuteOnce(context);\n', ''],
		{ files: engine, tests: 'Execute Once' },
	),
];
