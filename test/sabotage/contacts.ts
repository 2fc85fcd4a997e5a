import type { Sabotage } from '../../tools/sabotage/types';

const unit = (name: string) => `test/unit/contacts/${name}.test.ts`;
const template = ['test/unit/template/buildTemplate.test.ts'];
const engine = ['test/engine/contacts/check.test.ts'];

const inContacts = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	caughtBy: Sabotage['caughtBy'],
): Sabotage => ({ id, promise, edits: [{ file: `nodes/RcsPromotion/${file}`, find, by }], caughtBy });

export const sabotages: Sabotage[] = [
	inContacts(
		'contacts-last-row-dropped',
		'The last contact of a rewritten file goes out although no line break follows it',
		['contacts/wireFile.ts', '	parser.end();\n	yield written();', '	yield written();'],
		{ files: [unit('checkFile')], tests: 'a sep= line' },
	),
	inContacts(
		'contacts-line-cut-off',
		'Removing a duplicate takes its own lines and no other byte',
		['contacts/fileReading.ts', 'line + row.lines)', 'line + 1)'],
		{ files: [unit('checkFile')], tests: 'the others are cut out' },
	),
	inContacts(
		'contacts-cut-at-chunk',
		'A line break that falls apart into two chunks stays one line break',
		['contacts/lineRanges.ts', 'afterCr = byte === CR;', 'afterCr = byte === CR && at + 1 < chunk.length;'],
		{ files: [unit('lineRanges')], tests: 'leaves out the lines' },
	),
	inContacts(
		'contacts-value-altered',
		'Values of contacts are never altered',
		[
			'contacts/csvText.ts',
			'row += quoted(values[index] as string);',
			'row += quoted((values[index] as string).trim());',
		],
		{ files: [unit('checkItems')], tests: 'mapped columns only' },
	),
	inContacts(
		'contacts-value-unquoted',
		'A line break inside a value does not become a row',
		['contacts/csvText.ts', ' || code === 10', ''],
		{ files: [unit('checkItems')], tests: 'read back by another parser' },
	),
	inContacts(
		'contacts-option-default',
		'An option that was never added counts as its field shows it',
		['contacts/fromContext.ts', 'options[name] ?? usual', 'options[name]'],
		{ files: engine, tests: 'without any option' },
	),
	inContacts(
		'contacts-leading-zeros',
		'Numbers that differ by a leading zero are different numbers',
		['contacts/phones.ts', '	let key = 1;', '	let key = 0;'],
		{ files: [unit('phones')], tests: 'told apart' },
	),
	inContacts(
		'contacts-prefix-zeros',
		'0049 and +49 are the same prefix',
		['contacts/phones.ts', 'if (key === 100 && !hasPrefix) {', 'if (key < 0) {'],
		{ files: [unit('phones')], tests: 'one number in many spellings' },
	),
	inContacts(
		'contacts-digest-order',
		'The same recipients in another order are the same recipients',
		['contacts/recipientSet.ts', '(this.sums[index] as number) + mixed(', '31 * (this.sums[index] as number) + mixed('],
		{ files: [unit('recipientSet')], tests: 'depends on what it holds' },
	),
	inContacts(
		'contacts-set-forgets',
		'A duplicate is recognized however many contacts there are',
		[
			'contacts/recipientSet.ts',
			'for (const key of old) if (key !== 0) this.table[slotOf(this.table, key)] = key;',
			'',
		],
		{ files: [unit('recipientSet')], tests: 'still knows all' },
	),
	inContacts(
		'contacts-latin1-guessed',
		'A file with two encodings is refused, not guessed at',
		['contacts/encoding.ts', 'unknownBytes === 0 && wholeLetters * 10 < foreignBytes', 'unknownBytes === 0'],
		{ files: [unit('brokenFiles')], tests: 'two encodings' },
	),
	inContacts(
		'contacts-half-letter-at-end',
		'A file that ends within a letter is not taken for UTF-8',
		['contacts/checkFile.ts', "if (isPlain && !inspector.end()) return 'notUtf8';", ''],
		{ files: [unit('brokenFiles')], tests: 'cut in half' },
	),
	inContacts(
		'contacts-odd-share',
		'More than 5% odd phones stop a launch',
		['contacts/judge.ts', 'if (odd.count > rows * MOST_ODD_PHONES) {', 'if (odd.count > rows) {'],
		{ files: [unit('checkFile')], tests: '6% odd phones' },
	),
	inContacts(
		'contacts-strictness-ignored',
		'Strict refuses what Warn only tells',
		['contacts/judge.ts', "(weight === 'strict' && strictness === 'strict')", 'false'],
		{ files: [unit('checkFile')], tests: 'a duplicate' },
	),
	inContacts(
		'contacts-missing-column',
		'A card that shows a column the contacts lack is found before anything is sent',
		[
			'contacts/columns.ts',
			'if (positions[column] === undefined) missing.set(',
			'if (positions[column] === -1) missing.set(',
		],
		{ files: [unit('brokenFiles')], tests: 'a column missing' },
	),
	inContacts(
		'contacts-changed-file',
		'A file that changes after its check is not sent whole',
		['contacts/wireFile.ts', 'if (sent !== byteLength) throw new Error(changedMeanwhile());', ''],
		{ files: [unit('checkFile')], tests: 'changes between check and sending' },
	),
	inContacts(
		'contacts-file-left-open',
		'A file that is not read to its end is closed',
		['contacts/checkFile.ts', 'await close();', ''],
		{ files: [unit('checkFile')], tests: 'each reading is closed' },
	),
	inContacts(
		'contacts-header-doubled',
		'A file without header is not written anew with its first contact as header',
		['contacts/checkFile.ts', ' && !content.headerIsContact', ''],
		{ files: [unit('checkFile')], tests: 'without header is never written anew' },
	),
	inContacts(
		'contacts-plain-path',
		"Reading a field directly gives what n8n's expression gives",
		['contacts/plainPath.ts', 'if (!Object.hasOwn(value, name)) return undefined;', ''],
		{ files: [unit('plainPath')], tests: 'constructor' },
	),
	inContacts(
		'contacts-last-plain-row-dropped',
		'The last contact counts although no line break follows it',
		['contacts/rowReader.ts', "if (!isLast) return 'open';", "return 'open';"],
		{ files: [unit('rowReader')], tests: 'sees what csv-parse sees' },
	),
	inContacts(
		'contacts-fault-line',
		'A broken row far down is named by its line in the file',
		['contacts/rowReader.ts', 'fault.line + this.line - 1', 'fault.line'],
		{ files: [unit('rowReader')], tests: 'sees what csv-parse sees' },
	),
	inContacts(
		'contacts-line-feed-apart',
		'A CR LF that falls apart into two chunks is one line break',
		['contacts/rowReader.ts', "if (byte === CR && at + 1 === length && !isLast) return 'open';", ''],
		{ files: [unit('rowReader')], tests: 'sees what csv-parse sees' },
	),
	inContacts(
		'contacts-blank-is-filled',
		'A value of spaces is an empty value',
		['contacts/rows.ts', "return this.text(position).trim() === '';\n	}\n\n	private", 'return false;\n	}\n\n	private'],
		{ files: [unit('rowReader')], tests: 'whatever table is written' },
	),
	inContacts(
		'contacts-execute-once',
		'Execute Once does not reduce a campaign to its first contact without a word',
		['contacts/fromContext.ts', '	refuseExecuteOnce(context);\n', ''],
		{ files: engine, tests: 'Execute Once' },
	),
	inContacts(
		'contacts-second-copy-slices',
		'A file in an item is decoded in whole bytes',
		[
			'contacts/binarySource.ts',
			'const whole = letters.length - (letters.length % 4);',
			'const whole = letters.length - (letters.length % 4) - 1;',
		],
		{ files: engine, tests: 'binary mode memory of more than one chunk' },
	),
	inContacts(
		'contacts-base64-in-lines',
		'A file in an item loses nothing where its base64 is broken into lines',
		['contacts/binarySource.ts', 'rest = letters.slice(whole);', "rest = '';"],
		{ files: ['test/engine/launch/wire.test.ts'], tests: 'its base64 comes' },
	),
	inContacts(
		'contacts-someone-elses-phone',
		"The phone of a contact's company is not taken for its own",
		[
			'contacts/mapping.ts',
			'if (isPlainObject(value) && wrappers.includes(bareName(name))) {',
			'if (isPlainObject(value)) {',
		],
		{ files: [unit('mapping')], tests: 'someone else' },
	),
	inContacts(
		'template-reference-in-text',
		'A reference inside a longer text is refused',
		['template/references.ts', 'return reference === value ?', 'return reference !== undefined ?'],
		{ files: template, tests: 'refused unless the check is off' },
	),
	inContacts(
		'template-relative-image',
		'An image without a whole address is refused',
		['template/values.ts', 'const isAbsolute = /^https?:\\/\\//i.test(url) && URL', 'const isAbsolute = URL'],
		{ files: template, tests: 'always refused' },
	),
	inContacts(
		'template-empty-carousel',
		'A carousel without cards is refused',
		['template/cardsFromForm.ts', 'if (cards.length === 0) notes', 'if (cards.length < 0) notes'],
		{ files: template, tests: 'always refused' },
	),
	inContacts(
		'template-card-index',
		'Cards count from 0 in their order',
		['template/cardsFromForm.ts', 'card_index: index, components', 'card_index: index + 1, components'],
		{ files: template, tests: 'from the form' },
	),
];
