import { eventNames } from '../../model/form';
import { playSeed } from '../../model/run';

/** Always the same ones, so that a red run is a change of ours; npx tsx test/model/main.ts plays others. */
const TIMELINES = 150;

describe('keeps its promises whatever happens to the service, to n8n and to the form', () => {
	const held = new Map<string, number>();

	it(`in ${TIMELINES} random timelines`, async () => {
		const found: string[] = [];
		for (let seed = 1; seed <= TIMELINES; seed++) {
			const played = await playSeed(seed);
			for (const one of played.held) held.set(one, (held.get(one) ?? 0) + 1);
			found.push(...played.differences.map(({ promise, turn, text }) => `seed ${seed}: ${promise} [${turn}] ${text}`));
		}
		expect(found).toEqual([]);
	}, 300_000);

	it('with enough of what is hard', () => {
		const kinds = [
			'list trouble',
			'statistics trouble',
			'slow',
			'lag',
			'window',
			'save',
			'die',
			'restart',
			'unwritten',
			'edit',
		];
		const others = ['failed execution', 'checkProblem', 'repeated', 'gone'];
		const rare = [...kinds, ...eventNames, ...others].filter((one) => (held.get(one) ?? 0) < 2);
		expect(rare).toEqual([]);
	});
});
