/** Small worlds with a name: each was seen to go wrong once, and none may again. */
import { form } from './form';
import { DAY, HOUR, MINUTE, type Difference, type History } from './history';
import type { Mode } from './host';
import { moveAll } from './measure';
import { judge } from './oracle';
import { Player } from './player';
import { figures } from './service';

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

const begin = async (
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

const running = ({ service, time }: Player, count: number, hoursOld = 1) => {
	for (let index = 0; index < count; index++) {
		service.add(`c${index}`, { createdAt: time.now - hoursOld * HOUR - index, reached: figures(1000) });
	}
};

const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

export const fixedWorlds: Record<string, FixedWorld> = {
	'T1 slow': {
		name: 'fifty campaigns, three seconds an answer: all fifty alerts come',
		async play() {
			const player = await begin((one) => {
				running(one, 50);
				one.service.answerMs = 3000;
			}, { events: ['thresholdCrossed'] }, 'scheduler');
			await moveAll(player, 50, 20);
			await moveAll(player, 50, 60, 200);
			await player.untilDone();
			return player;
		},
	},
	'T1 slower': {
		name: 'fifty campaigns, six seconds an answer: all fifty alerts come',
		async play() {
			const player = await begin((one) => {
				running(one, 50);
				one.service.answerMs = 6000;
			}, { events: ['thresholdCrossed'] }, 'scheduler');
			await moveAll(player, 50, 20);
			await moveAll(player, 50, 90, 200);
			await player.untilDone();
			return player;
		},
	},
	'T2 first seen late': {
		name: 'a limit of a running campaign that is older than a week when it is first seen is told',
		async play() {
			const player = await begin((one) => running(one, 3));
			player.service.add('old', { createdAt: player.time.now - 20 * DAY, reached: figures(1000, 300) });
			await player.poll(70);
			return player;
		},
	},
	'T2 limit added': {
		name: 'and so is a limit that is added afterwards',
		async play() {
			const player = await begin((one) => running(one, 1), { events: ['completed'] });
			player.service.add('old', { createdAt: player.time.now - 20 * DAY, reached: figures(1000, 300) });
			await player.poll(10);
			await player.save({ events: ['completed', 'thresholdCrossed'] });
			await player.poll(60, 60);
			return player;
		},
	},
	'T3 archived': {
		name: 'a campaign that leaves the list as it completes: somebody is told that its end cannot be seen',
		async play() {
			const player = await begin((one) => running(one, 3), { events: ['completed', 'thresholdCrossed'] });
			player.service.become('c0', { status: 'Completed', isListed: false });
			await player.poll(10);
			await player.poll(40, 15);
			return player;
		},
	},
	'T3 archived with an alert': {
		name: 'a campaign that left the list of the newest twenty fails too often: the alert comes',
		async play() {
			const player = await begin((one) => running(one, 20), { events: ['completed', 'thresholdCrossed'] });
			player.service.window = 20;
			for (let index = 0; index < 20; index++) player.service.add(`new${index}`, { reached: figures(1000) });
			await player.poll(20, 5);
			player.service.become('c0', { reached: figures(1000, 200) });
			await player.poll(60, 15);
			await player.poll(20, 60);
			return player;
		},
	},
	'T3 window of ten': {
		name: 'a list of the newest ten moves on: nothing is called Cancelled',
		async play() {
			const player = await begin((one) => {
				running(one, 10);
				one.service.window = 10;
			});
			for (let index = 0; index < 4; index++) {
				player.service.add(`new${index}`, { reached: figures(1000) });
				await player.poll(5);
			}
			await player.poll(20, 15);
			return player;
		},
	},
	'T4 empty list': {
		name: 'an empty list for three minutes: nothing is called Cancelled, and what is cancelled later is told',
		async play() {
			const player = await begin((one) => running(one, 4));
			player.service.listTrouble = 'empty';
			await player.poll(4);
			player.service.listTrouble = undefined;
			await player.poll(5);
			for (const id of ids(4)) player.service.become(id, { status: 'Cancelled' });
			await player.poll(3);
			return player;
		},
	},
	'T5 forty at once': {
		name: 'forty campaigns between two checks of a list of twenty: somebody is told that it may not show all',
		async play() {
			const player = await begin((one) => {
				running(one, 20);
				one.service.window = 20;
			}, { events: ['created'] });
			for (let index = 0; index < 40; index++) player.service.add(`new${index}`, { createdAt: player.time.now + index });
			await player.poll(70);
			return player;
		},
	},
	'T6 failed ones': {
		name: 'counters that come late do not show how the service counts: no wrong rate',
		async play() {
			const player = await begin((one) => running(one, 1));
			player.service.become('c0', { reached: { ...figures(100, 60), delivered: 15, read: 16 } });
			await player.poll(2);
			player.service.become('c0', { status: 'Completed' });
			await player.poll(3);
			return player;
		},
	},
	'T6 of others': {
		name: 'nothing is learned from another campaign: what its own counters do not show is not known',
		async play() {
			const player = await begin((one) => {
				running(one, 2);
				one.service.counting = 'separate';
			}, { options: { finalAfterMinutes: 5, watchAfterCompletionHours: 1 } });
			// All hundred are in one of three counters; of the other one, five are nowhere yet.
			player.service.become('c0', { reached: { ...figures(100), delivered: 80, read: 50 } });
			player.service.become('c1', { reached: { ...figures(100), sent: 95, delivered: 35, read: 10 } });
			await player.poll(2);
			player.service.become('c0', { status: 'Completed' });
			await player.poll(30, 5);
			player.service.become('c1', { status: 'Completed' });
			await player.poll(3);
			return player;
		},
		check({ database }) {
			const learned = database.items().filter((item) => item.promotionId === 'c1' && item.countersAre !== null);
			return learned.map((item) => ({ promise: 'was so', turn: 0, text: `c1: ${String(item.event)} calls the counters ${String(item.countersAre)}` }));
		},
	},
	'T7 no figures': {
		name: 'a campaign ends, and its statistics stay {}: somebody is told that a limit cannot be judged',
		async play() {
			const player = await begin(({ service }) => {
				service.add('a', { reached: undefined });
				service.add('b');
			}, { events: ['thresholdCrossed'], options: { watchAfterCompletionHours: 2, finalAfterMinutes: 10 } });
			player.service.statisticsTrouble = { kind: 'empty object', of: ['a'] };
			player.service.become('a', { status: 'Completed' });
			await player.poll(30);
			await player.poll(30, 15);
			return player;
		},
	},
	'T7 not found': {
		name: 'the same with 404',
		async play() {
			const player = await begin(({ service }) => {
				service.add('a', { reached: undefined });
				service.add('b');
			}, { events: ['thresholdCrossed'], options: { watchAfterCompletionHours: 2, finalAfterMinutes: 10 } });
			player.service.statisticsTrouble = { kind: 'not found', of: ['a'] };
			player.service.become('a', { status: 'Completed' });
			await player.poll(30);
			await player.poll(30, 15);
			return player;
		},
	},
	'T8 nine of ten': {
		name: 'one of ten cannot be read, two hours later nine: that is told within the hour',
		async play() {
			const player = await begin((one) => running(one, 10), { events: ['countersChanged'] });
			player.service.statisticsTrouble = { kind: 'error', of: ['c0'] };
			await player.poll(120);
			player.service.statisticsTrouble = { kind: 'error', of: ids(9) };
			await player.poll(180);
			return player;
		},
	},
	'T8 mended key': {
		name: 'a refused key was told and mended; the next day figures are gone: that is told within the hour',
		async play() {
			const player = await begin((one) => running(one, 3), { events: ['countersChanged'] });
			player.service.statisticsTrouble = { kind: 'refused', of: ['c0'] };
			await player.poll(20);
			player.service.statisticsTrouble = undefined;
			await player.poll(90);
			player.service.statisticsTrouble = { kind: 'not found', of: ['c0', 'c1'] };
			await player.poll(200);
			return player;
		},
	},
	'T9 missing counter': {
		name: 'a counter is missing in one answer: no alert from an old one',
		async play() {
			const limit = { rate: 'deliveryRate', direction: 'below', percent: 60, minimumBase: 100 } as const;
			const player = await begin((one) => {
				one.service.add('a', { reached: { ...figures(1000), delivered: 500, read: 100 } });
			}, { limits: [limit], options: { finalAfterMinutes: 5, watchAfterCompletionHours: 1 } });
			await player.poll(10);
			player.service.become('a', { status: 'Completed', reached: { ...figures(1000), delivered: 990, read: 100 } });
			player.service.statisticsTrouble = { kind: 'nonsense', of: 'all' };
			await player.poll(70);
			return player;
		},
	},
	'T9 empty answer': {
		name: 'one empty answer before the first figures: what was there is not told as if it were new',
		async play() {
			const player = new Player('memory', form({ events: ['countersChanged'] }));
			player.service.add('a', { createdAt: player.time.now - HOUR, reached: figures(20_000) });
			player.service.statisticsTrouble = { kind: 'empty object', of: 'all' };
			await player.activate();
			await player.poll(2);
			player.service.statisticsTrouble = undefined;
			await player.poll(20);
			return player;
		},
	},
	'T10 drafted long ago': {
		name: 'first seen as Completed, drafted ten days ago, ended five minutes ago: it is told',
		async play() {
			const player = await begin((one) => running(one, 1));
			const { now } = player.time;
			player.service.add('a', { createdAt: now - 10 * DAY, endTime: now - 5 * MINUTE, status: 'Completed', reached: figures(1000) });
			await player.poll(3);
			return player;
		},
	},
	'T11 filter': {
		name: 'a filter is mistyped for one check: nothing is told twice, and final figures come',
		async play() {
			const player = await begin((one) => running(one, 1), { nameContains: 'sale', options: { finalAfterMinutes: 30 } });
			player.service.become('c0', { reached: figures(1000, 200) });
			await player.poll(3);
			player.service.become('c0', { status: 'Completed' });
			await player.poll(3);
			player.edit({ nameContains: 'slae' });
			await player.poll(1);
			player.edit({ nameContains: 'sale' });
			await player.poll(5);
			player.calm();
			await player.poll(100, 60);
			return player;
		},
	},
	'T11 filter and alert': {
		name: 'a filter is mistyped for one check: an alert is not told twice',
		async play() {
			const player = await begin((one) => running(one, 1), { nameContains: 'sale' });
			player.service.become('c0', { reached: figures(1000, 200) });
			await player.poll(3);
			player.edit({ nameContains: 'slae' });
			await player.poll(1);
			player.edit({ nameContains: 'sale' });
			player.service.become('c0', { reached: figures(1000, 201) });
			await player.poll(5);
			return player;
		},
	},
	'T12 two hiccups': {
		name: 'two different campaigns time out in neighbouring checks: no failed execution',
		async play() {
			const player = await begin((one) => running(one, 10), { events: ['countersChanged'] });
			await moveEach(player, 'c0');
			await moveEach(player, 'c1');
			player.service.statisticsTrouble = undefined;
			await player.poll(10);
			return player;
		},
	},
	'T12 never sent': {
		name: 'a counter is never sent: that is one fact, not one for each campaign',
		async play() {
			const limit = { rate: 'optOutRate', direction: 'above', percent: 5, minimumBase: 100 } as const;
			const player = await begin((one) => {
				running(one, 5);
				one.service.statisticsTrouble = { kind: 'lacks optout', of: 'all' };
			}, { events: ['thresholdCrossed'], limits: [limit], options: { finalAfterMinutes: 5, watchAfterCompletionHours: 1 } });
			for (const id of ids(5)) {
				player.service.become(id, { status: 'Completed' });
				await player.poll(40, 5);
			}
			return player;
		},
	},
	'T13 old with another word': {
		name: '5,100 old campaigns with a word of their own for the end: nothing to say',
		async play() {
			const player = await begin(({ service, time }) => {
				for (let index = 0; index < 5100; index++) {
					service.add(`old${index}`, { createdAt: time.now - 60 * DAY - index * MINUTE, status: 'Finished', reached: figures(100) });
				}
			}, { events: ['completed'] });
			await player.poll(10, 15);
			return player;
		},
	},
	'T14 restart': {
		name: 'a process that starts ten minutes after an event does not repeat it',
		async play() {
			const player = await begin((one) => running(one, 1));
			player.service.become('c0', { status: 'Completed' });
			await player.poll(2);
			await player.poll(1, 8);
			await player.restart(1);
			await player.poll(3);
			return player;
		},
	},
};

/** Its figures move, and cannot be read once. */
async function moveEach(player: Player, id: string): Promise<void> {
	player.service.become(id, { reached: figures(1000, 10) });
	player.service.statisticsTrouble = { kind: 'time-out', of: [id] };
	await player.poll(1);
	await player.untilDone();
	player.service.statisticsTrouble = undefined;
}
