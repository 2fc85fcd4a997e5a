import { chooseCountings, readFigures, type Figures } from '../service/figures';
import { isOver } from '../service/promotions';
import type { Counters } from '../service/statistics';
import type { Basis } from './settings';

/** What the counters of a promotion with this status say about how many messages reached each stage. */
export const workOutFigures = (counters: Counters, status: string, { countings }: Pick<Basis, 'countings'>): Figures =>
	readFigures(counters, chooseCountings(counters, isOver(status), countings));
