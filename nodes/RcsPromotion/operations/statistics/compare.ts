import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { NodeApiError } from 'n8n-workflow';
import { mapConcurrently } from '../../../service/concurrency';
import { optionsField, promotionsField } from '../../../form/formFields';
import { isOver, promotionName, promotionState, renameErrorKey } from '../../../service/promotions';
import { computeRates, type Rate } from '../../../service/counting';
import type { Promotion } from '../../../service/types';
import { normalizeText, counted, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { outputFields, readOutput, pickFields } from '../outputMode';
import { PASS_IDS, readPromotionIdsOrNames } from '../sharedFields';
import { readPromotion, workOutFigures } from '../figures';
import { comparedRateOptions, compareRate, findBest, type ComparedPromotion } from './comparison';

const FIELDS = [
	...['verdict', 'bestPromotionId', 'bestName', 'leadingPromotionId', 'allOver'],
	...['comparisons', 'promotions', 'countersAre', 'confidence'],
];
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
			displayName: 'Rates',
			name: 'rates',
			type: 'multiOptions',
			required: true,
			default: ['readRate'],
			description: 'What to compare. The more there is, the more recipients it takes to tell a difference.',
			options: comparedRateOptions,
		},
		...outputFields(FIELDS),
		optionsField([
			{
				displayName: 'Difference Worth Knowing (Points)',
				name: 'points',
				type: 'number',
				typeOptions: { minValue: 0.01, maxValue: 50, numberPrecision: 2 },
				default: 3,
				description:
					'If no difference can be told, the output says how many recipients would show one of this size, in percentage points',
			},
		]),
	],
	runsOnce: () => true,
	async execute(item) {
		const rates = item.form.choices('rates') as Rate[];
		if (rates.length === 0) item.form.refuse('rates', 'is empty', 'Choose at least one rate.');
		const promotionIds = await readPromotionIdsOrNames(item);
		checkPromotionIds(promotionIds);
		const candidates = await readCandidates(item, promotionIds);
		const pairs = candidates.flatMap((first, index) =>
			candidates.slice(index + 1).map((second) => [first, second] as const),
		);
		const count = pairs.length * rates.length;
		// Bonferroni: the chance that any of the intervals is wrong is at most 5%.
		const confidence = 1 - 0.05 / count;
		const terms = { confidence, points: item.form.collection('options').number('points') };
		const comparisons = rates.flatMap((rate) => pairs.map((pair) => compareRate(rate, pair, terms)));
		const sentences = comparisons.map(({ verdict }) => verdict);
		if (count > 1) {
			sentences.push(`The intervals are wider, because ${counted(count, 'comparison')} are made at once (Bonferroni).`);
		}
		const allOver = areOver(candidates);
		const certain = findBest(promotionIds, comparisons, ({ result }) => result.betterPromotionId);
		const leading = findBest(promotionIds, comparisons, ({ leadingPromotionId }) => leadingPromotionId);
		const find = (id: string | null) => candidates.find(({ promotionId }) => promotionId === id);
		const best = candidates.every(({ isCompleted }) => isCompleted) ? find(certain) : undefined;
		sentences.push(...describeUnfinished(candidates));
		if (leading !== null && !best) sentences.push(`${find(leading)?.label} is ahead, but cannot be called the best.`);
		const output = readOutput(item, FIELDS);
		const json: IDataObject = {
			verdict: sentences.join('\n'),
			bestPromotionId: best?.promotionId ?? null,
			bestName: best?.name ?? null,
			leadingPromotionId: leading,
			allOver,
			comparisons: comparisons.map(({ result }) => ({ ...result })),
			promotions: candidates.map(({ name, status, figures, raw, promotionId }): IDataObject => {
				const size = { attempted: figures.counters.attempted, ...computeRates(figures) };
				return { name, status, ...(output === 'raw' ? renameErrorKey(raw) : size), promotionId };
			}),
			countersAre: candidates[0]?.figures.countersAre ?? null,
			confidence: Math.round(confidence * 10_000) / 100,
		};
		const shown = output === 'raw' ? json : pickFields(json, output);
		return [{ json: { ...shown, accountId: item.client.accountId } }];
	},
};

/** What is null is not known, because the list does not show it. */
interface Candidate extends ComparedPromotion {
	name: string | null;
	status: string | null;
	isOver: boolean | null;
	/** One that was cancelled did not get its chance, so none is the best beside it. */
	isCompleted: boolean;
	raw: IDataObject;
}

async function readCandidates(item: ItemContext, promotionIds: string[]): Promise<Candidate[]> {
	const listed = await item.listPromotionsOrNone();
	const found = promotionIds.map((id) => listed.find(({ promotionId }) => promotionId === id));
	const labels = createLabels(promotionIds, found);
	const readings = await mapConcurrently([...promotionIds.entries()], async ([index, promotionId]) => {
		return await readPromotion(item, promotionId, found[index]).catch((error: unknown) => {
			throw addLabel(error, labels[index] ?? promotionId);
		});
	});
	const candidates: Candidate[] = [];
	for (const [index, reading] of readings.entries()) {
		const { promotionId, statistics } = reading;
		const promotion = found[index];
		const status = plainText(promotion?.status) || null;
		candidates.push({
			promotionId,
			label: labels[index] ?? promotionId,
			figures: workOutFigures(item, reading),
			raw: statistics.raw,
			name: promotion ? promotionName(promotion) : null,
			status,
			isOver: status === null ? null : isOver(status),
			isCompleted: promotionState(status) === 'completed',
		});
	}
	return candidates;
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

function areOver(candidates: Candidate[]): boolean | null {
	if (candidates.some((candidate) => candidate.isOver === false)) return false;
	return candidates.every((candidate) => candidate.isOver) ? true : null;
}

function describeUnfinished(candidates: Candidate[]): string[] {
	const unfinished = candidates.filter((candidate) => candidate.isOver === false);
	const unknown = candidates.filter((candidate) => candidate.isOver === null).map(({ label }) => label);
	const cancelled = candidates.filter(({ isOver, isCompleted }) => isOver && !isCompleted).map(({ label }) => label);
	const statuses = unfinished.map(({ label, status }) => `${label} (${status?.trim()})`);
	return [
		...(statuses.length > 0 ? [`Not over yet, so figures may change: ${statuses.join(', ')}.`] : []),
		...(cancelled.length > 0 ? [`Cancelled, so none can be called the best: ${cancelled.join(', ')}.`] : []),
		...(unknown.length > 0 ? [`Whether it is over is not known: ${unknown.join(', ')}.`] : []),
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
