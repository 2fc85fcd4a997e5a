import { refuse } from './answer';
import type { Accept, Exchange } from './exchange';

export async function prepareLaunch(_exchange: Exchange): Promise<Accept> {
	refuse('unknownPath', 'There is nothing at this path.');
}
