import { giveWay } from '../../service/clock';

/** So few that n8n need not wait for long, even if each contact has a number that takes long to read. */
const PORTION = 500;

/** All of them in portions, because awaiting each of a million would take longer than reading them. */
export async function* inPortions<Given, Made>(
	all: readonly Given[],
	make: (one: Given, index: number) => Made,
): AsyncGenerator<Made[]> {
	for (let from = 0; from < all.length; from += PORTION) {
		yield all.slice(from, from + PORTION).map((one, index) => make(one, from + index));
		await giveWay();
	}
}
