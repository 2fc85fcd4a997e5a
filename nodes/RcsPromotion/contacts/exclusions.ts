/**
 * The options that leave people out. Their fields, counts, reasons, hints and refusals are made from these rows. For a
 * new option, add its row here, its reader in readExclusions, and a test.
 */
export const EXCLUSIONS = [
	{
		name: 'doNotContact',
		label: 'Do Not Contact',
		placeholder: "e.g. {{ $('Opt-outs').all() }}",
		description:
			"If some people have opted out: an expression that returns the items of the node that lists them, or their phone numbers, one per line. The phone field is found like that of the contacts. Numbers without + or 00 need 'Country'.",
		/** What one entry of the option is. */
		entryNoun: 'phone number',
		/** The field of the output that counts the entries. */
		entryCountField: 'doNotContactNumbers',
		/** Follows "the phone number is" and "3 are". */
		whyLeftOut: "listed in 'Do Not Contact'",
		adviceIfNoneLeft: 'Check that list.',
	},
] as const;

export type ExclusionName = (typeof EXCLUSIONS)[number]['name'];

/** What the options hold, not read yet; undefined for one that was not added. */
export type ExclusionValues = Partial<Record<ExclusionName, unknown>>;

/** For each option, how many contacts it left out, and how many entries it has; null if it was not added. */
export type ExclusionCounts = Record<ExclusionName, number> &
	Record<(typeof EXCLUSIONS)[number]['entryCountField'], number | null>;

export const countExclusions = (
	added: ReadonlyArray<{ name: ExclusionName; entryCount: number }>,
	countLeftOut: (name: ExclusionName) => number,
): ExclusionCounts =>
	Object.fromEntries(
		EXCLUSIONS.flatMap(({ name, entryCountField }) => [
			[name, countLeftOut(name)],
			[entryCountField, added.find((exclusion) => exclusion.name === name)?.entryCount ?? null],
		]),
	) as ExclusionCounts;
