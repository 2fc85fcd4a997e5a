/** What worlds with a name have in common. */
import { form } from '../form';
import { HOUR, type Difference, type History } from '../history';
import type { Mode } from '../host';
import { judge } from '../oracle';
import { Player } from '../player';
import { figures } from '../service';

export interface FixedWorld {
	name: string;
	play(): Promise<Player>;
	/** What this world shows beyond that. */
	check?(history: History): Difference[];
}

export async function judgeWorld({ play, check }: FixedWorld): Promise<Difference[]> {
	const { history } = await play();
	return [...judge(history), ...(check?.(history) ?? [])];
}

/** Two polls after its activation. */
export const begin = async (
	prepare: (player: Player) => void,
	given: Parameters<typeof form>[0] = {},
	mode: Mode = 'memory',
): Promise<Player> => {
	const player = new Player(mode, form(given));
	prepare(player);
	await player.activate();
	await player.poll(2);
	return player;
};

export const running = ({ service, time }: Player, count: number, hoursOld = 1) => {
	for (let index = 0; index < count; index++) {
		service.add(`c${index}`, { createdAt: time.now - hoursOld * HOUR - index, reached: figures(1000) });
	}
};

export const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
