import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { promotionsField } from '../../../form/formFields';
import { Refusal } from '../../../service/refusal';
import { mapConcurrently } from '../../../service/concurrency';
import type { Rate } from '../../../service/counting';
import { promotionName, promotionState } from '../../../service/promotions';
import type { Promotion } from '../../../service/types';
import { counted, normalizeText, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { PASS_IDS, readPromotionIds } from '../sharedFields';
import { comparedRateOptions, compareRate, findBest, readSizes, type ComparedPromotion } from './comparison';
import { readPromotionStatistics } from './promotionStatistics';

const MOST_PROMOTIONS = 10;
const IDS_OF_ALL_ITEMS = '{{ $input.all().map((item) => item.json.promotionId) }}';

export const compare: Operation = {
	name: 'Compare',
	description: 'Compare two or more promotions (A/B test), and say which difference is more than chance',
	action: 'Compare promotions',
	writes: false,
	properties: [
		{ ...promotionsField, hint: `Those of all input items: ${IDS_OF_ALL_ITEMS}` },
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
		const promotionIds = readPromotionIds(item);
		checkPromotionIds(promotionIds);
		const candidates = await readCandidates(item, promotionIds);
		const pairs = candidates.flatMap((first, index) =>
			candidates.slice(index + 1).map((second) => [first, second] as const),
		);
		// Bonferroni: the chance that any of the intervals is wrong is at most 5%.
		const confidence = 1 - 0.05 / pairs.length;
		const comparisons = pairs.map((pair) => compareRate(rate, pair, confidence));
		const certain = findBest(promotionIds, comparisons, ({ result }) => result.betterPromotionId);
		const leading = findBest(promotionIds, comparisons, ({ leadingPromotionId }) => leadingPromotionId);
		const find = (id: string | null) => candidates.find(({ promotionId }) => promotionId === id);
		const best = candidates.every(({ state }) => state === 'completed') ? find(certain) : undefined;
		const sentences = comparisons.map(({ verdict }) => verdict);
		if (pairs.length > 1)
			sentences.push(`The intervals are wider, because ${counted(pairs.length, 'comparison')} are made at once.`);
		sentences.push(...describeUnfinished(candidates));
		if (leading !== null && !best) sentences.push(`${find(leading)?.label} is ahead, but cannot be called the best.`);
		const ways = new Set(candidates.map(({ figures }) => figures.countersAre));
		const json: IDataObject = {
			verdict: sentences.join('\n'),
			bestPromotionId: best?.promotionId ?? null,
			bestName: best?.name ?? null,
			leadingPromotionId: leading,
			allOver: areOver(candidates),
			promotions: candidates.map(({ name, status, figures, promotionId }) => {
				return { name, status, ...readSizes(rate, figures), promotionId };
			}),
			comparisons: comparisons.map(({ result }) => result),
			countersAre: ways.size === 1 ? [...ways][0] : null,
			confidence: Math.round(confidence * 10_000) / 100,
			accountId: item.client.accountId,
		};
		return [{ json }];
	},
};

/** What is null is not known, because the list does not show it. */
interface Candidate extends ComparedPromotion {
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
		return {
			promotionId,
			label,
			figures,
			name: promotion ? promotionName(promotion) : null,
			status,
			state: status === null ? null : promotionState(status),
		};
	});
}

function checkPromotionIds(promotionIds: string[]): void {
	if (promotionIds.length < 2) {
		throw new Refusal(
			`A comparison needs two promotions, and 'Promotion Names or IDs' holds ${promotionIds.length === 0 ? 'none' : 'one'}`,
			`Choose at least two. For the promotions of all input items, use the expression ${IDS_OF_ALL_ITEMS}.`,
			PASS_IDS,
		);
	}
	const twice = promotionIds.find((id, index) => promotionIds.indexOf(id) !== index);
	if (twice !== undefined) {
		throw new Refusal(
			`'Promotion Names or IDs' holds promotion ${twice} twice`,
			'Compare different promotions. If two input items are about the same one, remove one of them, for example with Remove Duplicates.',
			PASS_IDS,
		);
	}
	if (promotionIds.length > MOST_PROMOTIONS) {
		throw new Refusal(
			`'Promotion Names or IDs' holds ${promotionIds.length} promotions, and at most ${MOST_PROMOTIONS} can be compared`,
			'Choose fewer. Among so many, hardly any difference could be told.',
		);
	}
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

const isOngoing = ({ state }: Candidate) => state === 'active' || state === 'paused';

function areOver(candidates: Candidate[]): boolean | null {
	if (candidates.some(isOngoing)) return false;
	return candidates.every(({ state }) => state !== null) ? true : null;
}

function describeUnfinished(candidates: Candidate[]): string[] {
	const labelsOf = (chosen: Candidate[]) => chosen.map(({ label }) => label).join(', ');
	const ongoing = candidates.filter(isOngoing).map(({ label, status }) => `${label} (${status?.trim()})`);
	const cancelled = labelsOf(candidates.filter(({ state }) => state === 'cancelled'));
	const unknown = labelsOf(candidates.filter(({ state }) => state === null));
	return [
		...(ongoing.length > 0 ? [`Not over yet, so figures may change: ${ongoing.join(', ')}.`] : []),
		...(cancelled === '' ? [] : [`Cancelled, so none can be called the best: ${cancelled}.`]),
		...(unknown === '' ? [] : [`Whether it is over is not known: ${unknown}.`]),
	];
}

/** Says which promotion keeps the others from being compared. */
function addLabel(error: unknown, label: string): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const message = `Nothing was compared, because of ${label}: ${error.message}`;
	const advice =
		"Check 'Promotion Names or IDs': choose promotions of this account that have sent messages. (HTTP 404)";
	return Object.assign(error, { message, description: error.httpCode === '404' ? advice : error.description });
}
