import { sleep } from 'n8n-workflow';

/** Everything else in n8n's process waits meanwhile, so this is kept well under what anybody notices. */
const LONGEST_TURN_MS = 15;

/** Work that offers a pause at each step. */
export type Turns<T> = Generator<void, T, void>;

/** Does work that may take long, and gives everything else in this process its turn at those of its pauses that come late. */
export async function inTurns<T>(work: Turns<T>): Promise<T> {
	for (let since = performance.now(); ;) {
		const { done, value } = work.next();
		if (done === true) return value;
		if (performance.now() - since < LONGEST_TURN_MS) continue;
		await sleep(0);
		since = performance.now();
	}
}
