import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { NodeApiError } from 'n8n-workflow';
import { mapConcurrently } from '../../../service/concurrency';
import { optionsField, promotionsField, rateOptions } from '../../../form/formFields';
import { promotionName, promotionState, renameErrorKey } from '../../../service/promotions';
import { computeRates, type Rate } from '../../../service/statistics';
import type { Promotion } from '../../../service/types';
import { normalizeText, counted, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { outputFields, readOutput, pickFields } from '../outputMode';
import { PASS_IDS, readPromotionIdsOrNames } from '../sharedFields';
import { findBest, compareRate, type ComparedPromotion } from './comparison';

const FIELDS = ['verdict', 'bestPromotionId', 'bestName', 'allCompleted', 'comparisons', 'promotions', 'confidence'];
const MOST_PROMOTIONS = 10;
const IDS_OF_ALL_ITEMS = '{{ $input.all().map((item) => item.json.promotionId) }}';

export const compare: Operation = {
	name: 'Compare',
	description: 'Compare the rates of two or more promotions (A/B test), and say which difference is more than chance',
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
			description: 'Which rates to compare. The more there are, the more recipients it takes to tell a difference.',
			options: rateOptions,
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
		sentences.push(...describeUnfinished(candidates));
		const bestPromotionId = findBest(promotionIds, comparisons);
		const output = readOutput(item, FIELDS);
		const json: IDataObject = {
			verdict: sentences.join('\n'),
			bestPromotionId,
			bestName: candidates.find(({ promotionId }) => promotionId === bestPromotionId)?.name ?? null,
			allCompleted: areCompleted(candidates),
			comparisons: comparisons.map(({ isKnown: _, verdict: __, ...numbers }): IDataObject => numbers),
			promotions: candidates.map(({ name, status, counters, raw, promotionId }): IDataObject => {
				const figures = output === 'raw' ? renameErrorKey(raw) : computeRates(counters);
				return { name, status, ...figures, promotionId };
			}),
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
	isCompleted: boolean | null;
	raw: IDataObject;
}

async function readCandidates(item: ItemContext, promotionIds: string[]): Promise<Candidate[]> {
	const listed = await item.listPromotionsOrNone();
	const found = promotionIds.map((id) => listed.find(({ promotionId }) => promotionId === id));
	const labels = createLabels(promotionIds, found);
	return await mapConcurrently([...promotionIds.entries()], async ([index, promotionId]): Promise<Candidate> => {
		const promotion = found[index];
		const label = labels[index] ?? promotionId;
		const { counters, raw } = await item.readStatistics(promotionId).catch((error: unknown) => {
			throw addLabel(error, label);
		});
		const name = promotion ? promotionName(promotion) : null;
		const status = plainText(promotion?.status) || null;
		const isCompleted = status === null ? null : promotionState(status) === 'completed';
		return { promotionId, label, counters, raw, name, status, isCompleted };
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

function areCompleted(candidates: Candidate[]): boolean | null {
	if (candidates.some(({ isCompleted }) => isCompleted === false)) return false;
	return candidates.every(({ isCompleted }) => isCompleted) ? true : null;
}

function describeUnfinished(candidates: Candidate[]): string[] {
	const unfinished = candidates.filter(({ isCompleted }) => isCompleted === false);
	const unknown = candidates.filter(({ isCompleted }) => isCompleted === null).map(({ label }) => label);
	const statuses = unfinished.map(({ label, status }) => `${label} (${status?.trim()})`);
	return [
		...(statuses.length > 0 ? [`Not completed, so figures may change or be partial: ${statuses.join(', ')}.`] : []),
		...(unknown.length > 0 ? [`Whether it is completed is not known: ${unknown.join(', ')}.`] : []),
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
