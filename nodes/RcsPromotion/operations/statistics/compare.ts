import { NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../../service/refusal';
import { mapConcurrently } from '../../../service/concurrency';
import type { Rate } from '../../../service/counting';
import { promotionName, promotionState, SAMPLE_PROMOTION_ID, toUsableId } from '../../../service/promotions';
import type { Promotion } from '../../../service/types';
import { counted, normalizeText, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { refuseSample } from '../sharedFields';
import { comparedRateOptions, compareRate, readSizes, type Compared, type Comparison } from './comparison';
import { readPromotionStatistics } from './promotionStatistics';

const MOST_PROMOTIONS = 10;
const IDS_OF_ALL_ITEMS = '{{ $input.all().map((item) => item.json.promotionId) }}';
/** For a model. */
const PASS_IDS = 'Pass the promotionId of each, as a tool that lists promotions gave it, as a JSON array.';

export const compare: Operation = {
	name: 'Compare',
	description: 'Compare two or more promotions (A/B test), and say which difference is more than chance',
	action: 'Compare promotions',
	writes: false,
	properties: [
		{
			displayName: 'Promotion Names or IDs',
			name: 'promotionIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getPromotions' },
			required: true,
			default: [],
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			hint: `Those of all input items: ${IDS_OF_ALL_ITEMS}`,
		},
		{
			displayName: 'Rate',
			name: 'rate',
			type: 'options',
			default: 'readRate',
			description: 'What to compare',
			options: comparedRateOptions,
		},
	],
	runsOnce: () => true,
	async execute(item) {
		const rate = item.form.choice('rate') as Rate;
		const candidates = await readCandidates(item, readPromotionIds(item));
		const pairs = candidates.flatMap((first, index) =>
			candidates.slice(index + 1).map((second) => [first, second] as const),
		);
		// Bonferroni: the chance that any of the intervals is wrong is at most 5%.
		const confidence = 1 - 0.05 / pairs.length;
		const comparisons = pairs.map((pair) => compareRate(rate, pair, confidence));
		const leading = findFirst(candidates, comparisons, ({ leadingPromotionId }) => leadingPromotionId);
		const areCompleted = candidates.every(({ state }) => state === 'completed');
		const best = areCompleted
			? findFirst(candidates, comparisons, ({ result }) => result.betterPromotionId)
			: undefined;
		const sentences = comparisons.map(({ verdict }) => verdict);
		if (pairs.length > 1)
			sentences.push(`The intervals are wider, because ${counted(pairs.length, 'comparison')} are made at once.`);
		sentences.push(...describeUnfinished(candidates));
		if (leading && !best) sentences.push(`${leading.label} is ahead, but cannot be called the best.`);
		const ways = new Set(candidates.map(({ figures }) => figures.countersAre));
		const json = {
			verdict: sentences.join('\n'),
			bestPromotionId: best?.promotionId ?? null,
			bestName: best?.name ?? null,
			leadingPromotionId: leading?.promotionId ?? null,
			allOver: areOver(candidates),
			promotions: candidates.map(({ name, status, figures, promotionId }) => {
				return { name, status, ...readSizes(rate, figures), promotionId };
			}),
			comparisons: comparisons.map(({ result }) => result),
			countersAre: ways.size === 1 ? candidates[0]?.figures.countersAre : null,
			confidence: Math.round(confidence * 10_000) / 100,
			accountId: item.client.accountId,
		};
		return [{ json }];
	},
};

/** Two to ten, in the order given. */
function readPromotionIds({ form }: ItemContext): string[] {
	const ids = form.texts('promotionIds');
	if (ids.includes(SAMPLE_PROMOTION_ID)) refuseSample();
	const refuse = (problem: string, advice: string) => form.refuse('promotionIds', problem, advice, PASS_IDS);
	const unusable = ids.find((text) => toUsableId(text) === '');
	if (unusable !== undefined) refuse(`holds "${shortened(unusable, 40)}", which is not an ID`, 'Correct it.');
	if (ids.length < 2) {
		throw new Refusal(
			`A comparison needs two promotions, and 'Promotion Names or IDs' holds ${ids.length === 0 ? 'none' : 'one'}`,
			`Choose at least two. For the promotions of all input items, use the expression ${IDS_OF_ALL_ITEMS}.`,
			PASS_IDS,
		);
	}
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	if (twice !== undefined) {
		refuse(
			`holds promotion ${twice} twice`,
			'Compare different promotions. If two input items are about the same one, remove one of them, for example with Remove Duplicates.',
		);
	}
	if (ids.length > MOST_PROMOTIONS) {
		throw new Refusal(
			`'Promotion Names or IDs' holds ${ids.length} promotions, and at most ${MOST_PROMOTIONS} can be compared`,
			'Choose fewer. Among so many, hardly any difference could be told.',
		);
	}
	return ids;
}

/** What is null is not known, because the list does not show it. */
interface Candidate extends Compared {
	name: string | null;
	status: string | null;
	state: ReturnType<typeof promotionState> | null;
}

async function readCandidates(item: ItemContext, promotionIds: string[]): Promise<Candidate[]> {
	const listed = await item.listPromotionsOrNone();
	const found = promotionIds.map((id) => listed.find(({ promotionId }) => promotionId === id));
	const labels = createLabels(promotionIds, found);
	return await mapConcurrently([...promotionIds.entries()], async ([index, promotionId]) => {
		const [promotion, label = promotionId] = [found[index], labels[index]];
		const { figures } = await readPromotionStatistics(item, promotionId, promotion).catch((error: unknown) => {
			throw addLabel(error, label);
		});
		const status = plainText(promotion?.status) || null;
		const state = status === null ? null : promotionState(status);
		return { promotionId, label, figures, name: promotion ? promotionName(promotion) : null, status, state };
	});
}

/** For sentences: the name in quotation marks, with the ID if two promotions have the same name. */
function createLabels(promotionIds: string[], found: Array<Promotion | undefined>): string[] {
	const names = found.map((promotion) => (promotion ? shortened(promotionName(promotion).trim(), 60) : ''));
	return names.map((name, index) => {
		const id = promotionIds[index] ?? '';
		if (name === '') return id;
		const isUnique = names.filter((other) => normalizeText(other) === normalizeText(name)).length === 1;
		return isUnique ? `"${name}"` : `"${name}" (${id})`;
	});
}

/** Says which promotion keeps the others from being compared. */
function addLabel(error: unknown, label: string): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const message = `Nothing was compared, because of ${label}: ${error.message}`;
	const advice =
		"Check 'Promotion Names or IDs': choose promotions of this account that have sent messages. (HTTP 404)";
	return Object.assign(error, { message, description: error.httpCode === '404' ? advice : error.description });
}

/** The one that is better than each other one. Undefined if there is none, or anything is not known. */
function findFirst(
	candidates: Candidate[],
	comparisons: Comparison[],
	getBetter: (comparison: Comparison) => string | null,
): Candidate | undefined {
	if (comparisons.some(({ result }) => result.difference === null)) return undefined;
	const countWins = (id: string) => comparisons.filter((comparison) => getBetter(comparison) === id).length;
	return candidates.find(({ promotionId }) => countWins(promotionId) === candidates.length - 1);
}

const isOngoing = ({ state }: Candidate) => state === 'active' || state === 'paused';

function areOver(candidates: Candidate[]): boolean | null {
	if (candidates.some(isOngoing)) return false;
	return candidates.every(({ state }) => state !== null) ? true : null;
}

function describeUnfinished(candidates: Candidate[]): string[] {
	const list = (wanted: (candidate: Candidate) => boolean) =>
		candidates
			.filter(wanted)
			.map(({ label }) => label)
			.join(', ');
	const ongoing = candidates.filter(isOngoing).map(({ label, status }) => `${label} (${status?.trim()})`);
	const cancelled = list(({ state }) => state === 'cancelled');
	const unknown = list(({ state }) => state === null);
	return [
		...(ongoing.length > 0 ? [`Not over yet, so figures may change: ${ongoing.join(', ')}.`] : []),
		...(cancelled === '' ? [] : [`Cancelled, so none can be called the best: ${cancelled}.`]),
		...(unknown === '' ? [] : [`Whether it is over is not known: ${unknown}.`]),
	];
}
