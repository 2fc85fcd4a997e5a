/** Nobody who is listed in Do Not Contact gets anything, judged by what was posted. */
import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { anyLandline, anyMobile, asDialed, withPlus, withZeros, type Mobile } from '../../unit/contacts/spellings';
import { launchFile, launchItems, phonesReached, quickLaunches } from '../launch/support';
import { worlds } from '../support/world';

const { inWorld } = worlds();
quickLaunches();

const COUNTRIES = ['AT', 'AU', 'BR', 'DE', 'FR', 'GB', 'IN', 'IT', 'JP', 'KH', 'KR', 'NG', 'SG', 'US', 'ZA'];

/** How the form says which country the numbers without + are of, and what can then be written. */
interface Way {
	/** What Country is set to. */
	country: (home: string) => string;
	inList: (person: Mobile, home: string, by: string) => string[];
	inDoNotContact: (person: Mobile, home: string, by: string) => string[];
}

const withCode = (person: Mobile, _home: string, by: string) => [...withPlus(person, by), ...withZeros(person, by)];
// Within some countries, 00 and a code begin another number, so strangers there are written with +.
const fromHome = (person: Mobile, home: string, by: string) =>
	person.country === home ? [...withPlus(person, by), ...asDialed(person, by)] : withPlus(person, by);
const digitsToo = (person: Mobile, home: string, by: string) => [
	...withCode(person, home, by),
	`${person.code}${person.own}`,
	`${person.code} ${by}${person.own}`,
];

const ways: Way[] = [
	{ country: () => '', inList: withCode, inDoNotContact: withCode },
	{ country: (home) => home, inList: fromHome, inDoNotContact: fromHome },
	{ country: () => 'included', inList: digitsToo, inDoNotContact: digitsToo },
];

/** Which of the people, and which of the spellings. */
const mention = fc.tuple(fc.nat(), fc.nat());
const one = <T>(choices: readonly T[], at: number): T => choices[at % choices.length] as T;

const given = fc.record({
	people: fc.uniqueArray(anyMobile(COUNTRIES), { minLength: 2, maxLength: 6, selector: ({ e164 }) => e164 }),
	way: fc.constantFrom(...ways),
	by: fc.constantFrom('', ' ', '-', '/'),
	// The simulator shows twenty rows of a file.
	listed: fc.array(mention, { minLength: 1, maxLength: 17 }),
	blocked: fc.array(mention, { maxLength: 4 }),
	landlines: fc.array(anyLandline(COUNTRIES), { maxLength: 3 }),
	asFile: fc.boolean(),
	asList: fc.boolean(),
	between: fc.constantFrom('\n', ', ', ';'),
});

it('no landline and nobody who equals an entry of Do Not Contact is posted, and everybody else is, once', async () => {
	await fc.assert(
		fc.asyncProperty(given, async ({ people, way, by, listed, blocked, landlines, asFile, asList, between }) => {
			const home = one(people, 0).country;
			const mentioned = (mentions: typeof listed, spellingsOf: Way['inList']) =>
				mentions.map(([who, how]) => {
					const person = one(people, who);
					return { person, text: one(spellingsOf(person, home, by), how) };
				});
			const list = mentioned(listed, way.inList);
			const entries = mentioned(blocked, way.inDoNotContact);
			const optedOut = new Set(entries.map(({ person }) => person.e164));
			const others = [...new Set(list.map(({ person }) => person.e164))].filter((e164) => !optedOut.has(e164));

			const texts = entries.map(({ text }) => text);
			const isList = asList || texts.length === 0;
			const country = way.country(home);
			const options: INodeParameters = {
				checkContacts: 'leaveOut',
				doNotContact: isList ? `={{ ${JSON.stringify(texts)} }}` : texts.join(between),
			};
			await inWorld({}, async (world) => {
				const phones = [...list.map(({ text }) => text), ...landlines.map(({ e164 }) => e164)];
				const file = `phone\n${phones.join('\n')}\n`;
				const items: INodeExecutionData[] = phones.map((phone) => ({ json: { phone } }));
				if (asFile) await launchFile(world, { country, options }, { items: [await world.engine.fileItem(file)] });
				else await launchItems(world, { country, options }, { items });
				// Where digits include the country code, they go out without +.
				expect(phonesReached(world).map((phone) => `+${phone.replace('+', '')}`)).toEqual(others);
			});
		}),
		{ numRuns: 40, seed: 7 },
	);
});
