import { findNew, sameName, type Search } from '../../../nodes/RcsPromotion/launch/newPromotions';
import type { Promotion } from '../../../nodes/service/types';

type Reading = Promotion[] | undefined;
const promotion = (promotionId: string, name = 'Sale'): Promotion => ({ promotionId, name });

async function look(readings: Reading[], given: Partial<Search> = {}) {
	const waited: number[] = [];
	let reading = 0;
	const found = await findNew({
		promotionName: 'Sale',
		isKnown: () => false,
		list: async () => readings[Math.min(reading++, readings.length - 1)],
		clock: {
			pause: async (ms) => {
				waited.push(ms);
				return true;
			},
		},
		delaysMs: [0, 2, 3, 10, 15],
		...given,
	});
	return { ...found, waited };
}

describe('looking for a launched promotion', () => {
	it('is over at the first sight', async () => {
		expect(await look([[promotion('p-1')]])).toEqual({ newIds: ['p-1'], couldRead: true, waited: [0] });
		expect(await look([[], [], [promotion('p-1')]])).toEqual({ newIds: ['p-1'], couldRead: true, waited: [0, 2, 3] });
	});

	it('goes on to the end when there is nothing', async () => {
		expect(await look([[]])).toEqual({ newIds: [], couldRead: true, waited: [0, 2, 3, 10, 15] });
	});

	it('is not misled by what was listed before, nor by other names', async () => {
		const listed = [promotion('old'), promotion('else', 'Sale 2'), promotion('new', ' sALE ')];
		expect(await look([listed], { isKnown: (id) => id === 'old' })).toMatchObject({ newIds: ['new'] });
	});

	it('shows all that are new, each once', async () => {
		expect(await look([[promotion('a'), promotion('b'), promotion('a')]])).toMatchObject({ newIds: ['a', 'b'] });
	});

	it('says when the list could not be read at all', async () => {
		expect(await look([undefined])).toEqual({ newIds: [], couldRead: false, waited: [0, 2, 3, 10, 15] });
		expect(await look([undefined, [promotion('p-1')]])).toMatchObject({ newIds: ['p-1'], couldRead: true });
	});

	it('ends with the execution', async () => {
		let reads = 0;
		const list = async () => {
			reads += 1;
			return [];
		};
		const found = await look([], { list, clock: { pause: async (ms) => ms === 0 } });
		expect(found).toMatchObject({ newIds: [], couldRead: true });
		expect(reads).toBe(1);
	});
});

describe('the same name', () => {
	it.each([
		['Spring Sale', ' SPRING sale '],
		['Été', 'E\u0301te\u0301'],
		['Spring Sale', 'Spring\u00a0Sale'],
		['Spring Sale', 'Spring  \tSale'],
		['Spring Sale', 'Spring\u200b Sale'],
		['Ｓｐｒｉｎｇ', 'Spring'],
	])('%j and %j', (a, b) => {
		expect(sameName(a, b)).toBe(true);
	});

	it.each([
		['Spring Sale', 'Spring Sale 2'],
		['Spring Sale', 'SpringSale'],
		['Ete', 'Été'],
	])('not %j and %j', (a, b) => {
		expect(sameName(a, b)).toBe(false);
	});
});
