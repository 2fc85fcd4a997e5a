/** Small worlds with a name: each was seen to go wrong once, and none may again. */
import { lateWorlds } from './late';
import type { FixedWorld } from './support';
import { unknownWorlds } from './unknown';
import { wrongWorlds } from './wrong';

export const fixedWorlds: Record<string, FixedWorld> = { ...lateWorlds, ...unknownWorlds, ...wrongWorlds };
export { judgeWorld } from './support';
