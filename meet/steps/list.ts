import { describeAnswer, comparable, contentTypeOf, patternOf } from '../forms';
import { listingOf, timeOf, unitOf, type Entry, type Listing } from '../listing';
import type { Meeting } from '../meeting';
import { nodesReadList, nodesState } from '../nodesView';
import { shownWord } from '../secrets';

const MOST_WORDS = 20;

/** Reads the list, three times, and answers what it shows. Undefined if it cannot be read: then nothing else is asked. */
export async function meetList(meeting: Meeting): Promise<Listing | undefined> {
	meeting.say('Reading the list of promotions …');
	const seen = await meeting.readList();
	learnRedirects(meeting, seen.kind === 'answer' ? seen : undefined);
	const listing = listingOf(seen, meeting);
	if (typeof listing === 'string') {
		meeting.nothingLearned(`the list could not be read: ${listing}`);
		return undefined;
	}
	learnAnswer(meeting, listing);
	learnOrder(meeting, listing.entries);
	learnWords(meeting, listing.entries);
	learnIds(meeting, listing.entries);
	learnUnit(meeting, listing.entries);
	await learnSteadiness(meeting, listing);
	meeting.notKnown(
		'listLimit',
		`${listing.entries.length} are listed, and no launch was watched: compare this number with your provider's own page`,
	);
	return listing;
}

function learnRedirects(meeting: Meeting, answer: Listing['answer'] | undefined): void {
	if (!answer) return;
	const isRedirect = answer.status >= 300 && answer.status < 400;
	const nodes = 'They follow no redirect, so that the key goes nowhere else.';
	if (!isRedirect) {
		meeting.learn('redirects', { value: 'none', seen: 'None.', nodes });
		return;
	}
	const { location = '' } = answer.headers;
	const { baseUrl } = meeting.account;
	const target = URL.canParse(location, baseUrl) ? new URL(location, baseUrl).origin : undefined;
	const where =
		target === undefined ? 'no address' : target === new URL(baseUrl).origin ? 'the same host' : 'another host';
	meeting.learn('redirects', {
		value: { status: answer.status, to: where },
		seen: `HTTP ${answer.status} to ${where}. It was not followed.`,
		nodes,
		setting: "Ask your provider for the address of the API itself, and enter it as 'Base URL'.",
	});
}

const DOCUMENTED = ['promotionId', 'name', 'status', 'createdDate', 'promotionEndTime', 'promotionType'];

function learnAnswer(meeting: Meeting, { answer, entries, isDocumented }: Listing): void {
	const { hide, recorded } = meeting;
	const missing = DOCUMENTED.filter((name) => entries.length > 0 && entries.every(({ fields }) => !(name in fields)));
	const lacks = missing.length === 0 ? '' : `, without ${missing.join(', ')}`;
	meeting.learn('listAnswer', {
		value: { ...comparable(answer, hide), isDocumented, missing },
		seen: `${describeAnswer(answer, hide)}: ${entries.length} promotions ${isDocumented ? 'as documented' : 'in another place than documented'}${lacks}.`,
		works: nodesReadList(answer),
		nodes: nodesReadList(answer)
			? 'They read it.'
			: 'They cannot read it, and say so. Nothing is launched without a list.',
	});
	recorded.successStatus = { ...recorded.successStatus, list: answer.status };
	recorded.jsonContentType = contentTypeOf(answer, hide);
}

const ORDER_WORDS = { newestFirst: 'Newest first', oldestFirst: 'Oldest first', byId: 'By promotion ID' };

function learnOrder(meeting: Meeting, entries: Entry[]): void {
	const dated = entries.flatMap((entry) => timeOf(entry) ?? []);
	if (dated.length < entries.length || new Set(dated).size < 3) {
		meeting.notKnown('listOrder', 'fewer than three promotions with different creation times are listed');
		return;
	}
	const isSorted = <T>(values: T[], before: (a: T, b: T) => boolean) =>
		values.every((value, index) => index === 0 || before(values[index - 1] as T, value));
	const order = isSorted(dated, (a, b) => a >= b)
		? 'newestFirst'
		: isSorted(dated, (a, b) => a <= b)
			? 'oldestFirst'
			: isSorted(entries, (a, b) => a.promotionId < b.promotionId)
				? 'byId'
				: undefined;
	meeting.learn('listOrder', {
		value: order ?? 'none',
		seen: order === undefined ? 'None that can be seen.' : `${ORDER_WORDS[order]}.`,
		nodes: "Get Many sorts by creation time itself, or by what 'Sort' says.",
	});
	if (order !== undefined) meeting.recorded.listOrder = order;
}

function learnWords(meeting: Meeting, entries: Entry[]): void {
	if (entries.length === 0) {
		meeting.notKnown('statusWords', 'no promotion is listed');
		return;
	}
	const given = [...new Set(entries.map(({ fields }) => fields.status))];
	const words = given.flatMap((status) => shownWord(status, meeting.hide) ?? []).slice(0, MOST_WORDS);
	const others = given.length - words.length;
	const shown = words.map((word) => `"${word}" (${nodesState(word)})`);
	if (others > 0) shown.push(`${others} that cannot be shown`);
	meeting.learn('statusWords', {
		value: [...words].sort(),
		seen: `${shown.join(', ')}.`,
		nodes:
			'In parentheses, what they take each for. Only Completed and Cancelled are final, Stopped is paused, any other word is active.',
		...(words.some((word) => isLikeFinal(word)) && {
			setting: 'If a word that looks final is taken as active here, tell us: the trigger would wait for its end.',
		}),
	});
}

/** Words that people would take for an end, and the nodes do not. */
const isLikeFinal = (word: string) =>
	nodesState(word) === 'active' &&
	/complet|finish|done|cancel|fail|expir|ended|sent/i.test(word) &&
	!/ing\b/i.test(word);

function learnIds(meeting: Meeting, entries: Entry[]): void {
	const [first] = entries;
	if (!first) {
		meeting.notKnown('promotionIds', 'no promotion is listed');
		return;
	}
	const pattern = patternOf(first.promotionId);
	const isNumber = typeof first.fields.promotionId === 'number';
	const isLong = /^9{16,}$/.test(pattern);
	meeting.learn('promotionIds', {
		value: { pattern, isNumber },
		seen: `Like ${pattern} (9 a digit, f a hexadecimal digit, z a letter)${isNumber ? ', sent as a number' : ''}.`,
		nodes: 'They take IDs as text, so that none is rounded.',
		...(isLong && { setting: 'In a spreadsheet, keep the column of IDs as text: it would round them.' }),
	});
	meeting.recorded.promotionIdPattern = pattern;
}

function learnUnit(meeting: Meeting, entries: Entry[]): void {
	const given = entries.map(({ fields }) => fields.createdDate).find((value) => value !== undefined && value !== 0);
	const found = unitOf(given);
	if (found) {
		const nodes = 'They tell the unit by the size of the number, and give each time in ISO format.';
		meeting.learn('timestampUnit', { value: found.unit, seen: `In ${found.name}.`, nodes });
		meeting.recorded.timestampUnit = found.unit;
	} else if (typeof given === 'string') {
		const nodes = 'They read texts that name their time zone; any other gives no time.';
		meeting.learn('timestampUnit', { value: 'text', seen: 'They are texts.', nodes });
	} else {
		meeting.notKnown('timestampUnit', 'no listed promotion has a creation time of this century');
	}
}

async function learnSteadiness(meeting: Meeting, first: Listing): Promise<void> {
	const idsOf = ({ entries }: Listing) => entries.map(({ promotionId }) => promotionId).sort();
	for (let look = 2; look <= 3; look++) {
		const again = listingOf(await meeting.readList(), meeting);
		if (typeof again === 'string') {
			meeting.learn('listSteady', {
				value: 'not always readable',
				seen: `Not the same: at look ${look}, ${again}.`,
				nodes: 'They try a read again, and an answer that is no list removes nothing.',
			});
			return;
		}
		if (idsOf(again).join('\n') === idsOf(first).join('\n')) continue;
		meeting.learn('listSteady', {
			value: 'different',
			seen: 'They differ in which promotions they hold.',
			nodes:
				'The trigger takes a promotion for gone only after three answers in a row without it, and never for new twice.',
		});
		return;
	}
	meeting.learn('listSteady', { value: 'same', seen: 'The same promotions.', nodes: 'They do not rely on it.' });
}
