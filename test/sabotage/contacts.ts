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
		'contacts-guessed-phone',
		'Two phone fields whose numbers differ are asked about, and nothing goes out',
		['columns.ts', 'if (foundTwoNumbers || isAnyEmpty) throw', 'if (holding.length > 9) throw'],
		{ files: unit('oneField'), tests: 'items' },
	),
	inContacts(
		'contacts-other-column',
		'The phone numbers that go out are those of the field that is named',
		['csvRows.ts', '{ name, label, position: positionOf(label, labels) }', '{ name, label, position: 0 }'],
		{ files: unit('shapes'), tests: 'answered by File Columns' },
	),
	inContacts(
		'contacts-odd-share',
		'More than 5% odd phones stop a launch',
		['verdict.ts', 'odd.count <= rows * MOST_ODD_PHONES', 'odd.count <= rows'],
		{ files: unit('review'), tests: 'of 100 contacts 6 odd' },
	),
	inContacts(
		'contacts-odd-sent',
		'No odd phone gets a message',
		['review.ts', 'if (this.mayLeaveOut) return undefined;', ''],
		{ files: engine, tests: 'Leave Out Invalid' },
	),
	inContacts(
		'contacts-suppressed-sent',
		'Nobody listed in Do Not Contact gets a message',
		['review.ts', 'if (this.options.doNotContact?.has(key) === true) {', 'if (!this.options) {'],
		{ files: engine, tests: 'Do Not Contact' },
	),
	inContacts(
		'contacts-duplicate-sent',
		'Nobody gets the message twice because a list holds a number twice',
		[
			'review.ts',
			'if (this.recipients.add(key)) return text;',
			'if (this.recipients.add(key) || key > 0) return text;',
		],
		{ files: unit('review'), tests: 'duplicates always go' },
	),
	inContacts(
		'contacts-byte-length',
		'The length that is announced is that of the bytes that go out',
		['review.ts', "Buffer.byteLength(this.written, 'utf8')", 'this.written.length'],
		{ files: unit('files'), tests: 'is written anew' },
	),
	inContacts(
		'contacts-empty-suppression',
		'A Do Not Contact whose expression gives nothing stops the launch',
		['options.ts', 'if (entries === 0 && !isEmptyList) {', 'if (entries < 0) {'],
		{ files: engine, tests: 'does not read Do Not Contact into nothing' },
	),
	inContacts(
		'contacts-missing-column',
		'A card that shows a column the contacts lack is found before anything is sent',
		['verdict.ts', 'for (const { name } of source.columns) missing.delete(name);', 'missing.clear();'],
		{ files: unit('review'), tests: 'a column that is missing' },
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
		['itemRows.ts', '	refuseExecuteOnce(context);\n', ''],
		{ files: engine, tests: 'Execute Once' },
	),
	{
		id: 'contacts-cut-row',
		promise: 'The beginning of a row that is too long is never taken for the whole of it',
		edits: [
			{
				file: 'nodes/vendor/csvParse.ts',
				find: 'if (isTooLong) {',
				by: 'if (isTooLong && fault?.isUnclosed === true) {',
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
