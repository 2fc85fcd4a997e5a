import { Following } from '../../../nodes/service/absence';
import type { Promotion } from '../../../nodes/service/types';

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);
/** p0 is the oldest. */
const list = (from: number, to: number, without: readonly number[] = []): Promotion[] =>
	Array.from({ length: to - from }, (_, index) => from + index)
		.filter((index) => !without.includes(index))
		.map((index) => ({ promotionId: `p${index}`, createdDate: START + index * DAY }));

/** After how many of these answers it counts as gone; 0 for never. */
function goneAfter(promotionId: string, ...answers: Promotion[][]): number {
	const following = new Following(promotionId);
	return answers.findIndex((answer) => following.isGone(answer)) + 1;
}

const whole = list(0, 12);
const alone = list(0, 12, [5]);

it.each<[string, number, string, Promotion[][]]>([
	['is missing twice', 3, 'p5', [whole, alone, alone]],
	['is missing once and comes back', 0, 'p5', [whole, alone, whole, alone, whole]],
	['was never listed', 0, 'px', [whole, whole, whole]],
	['is missing from empty answers', 0, 'p5', [whole, [], [], []]],
	['is missing twice, with an empty answer between', 4, 'p5', [whole, alone, [], alone]],
	['vanishes with ten others', 6, 'p5', [whole, ...Array.from({ length: 5 }, () => list(0, 1))]],
	['vanishes with four others', 3, 'p5', [whole, list(0, 12, [5, 6, 7, 8]), list(0, 12, [5, 6, 7, 8])]],
	['had to make room for a newer one', 0, 'p0', [whole, ...Array.from({ length: 9 }, () => list(1, 13))]],
	['is the oldest, and there is no newer one', 3, 'p0', [whole, list(1, 12), list(1, 12)]],
	['is not the oldest, and there is a newer one', 3, 'p5', [whole, list(0, 13, [5]), list(0, 13, [5])]],
])('what %s is gone after answer %i', (_, expected, promotionId, answers) => {
	expect(goneAfter(promotionId, ...answers)).toBe(expected);
});
