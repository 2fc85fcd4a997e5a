/** What the figures did not show, and nobody said. */
import { figures } from '../service';
import { begin, ids, running, type FixedWorld } from './support';

export const unknownWorlds: Record<string, FixedWorld> = {
	'T5 forty at once': {
		name: 'forty campaigns between two checks of a list of twenty: somebody is told that it may not show all',
		async play() {
			const player = await begin(
				(one) => {
					running(one, 20);
					one.service.window = 20;
				},
				{ events: ['created'] },
			);
			for (let index = 0; index < 40; index++)
				player.service.add(`new${index}`, { createdAt: player.time.now + index });
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
			const player = await begin(
				(one) => {
					running(one, 2);
					one.service.counting = 'separate';
				},
				{ options: { finalAfterMinutes: 5, watchAfterCompletionHours: 1 } },
			);
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
			return learned.map((item) => ({
				promise: 'was so',
				turn: 0,
				text: `c1: ${String(item.event)} calls the counters ${String(item.countersAre)}`,
			}));
		},
	},
	'T7 no figures': {
		name: 'a campaign ends, and its statistics stay {}: somebody is told that a limit cannot be judged',
		async play() {
			const player = await begin(
				({ service }) => {
					service.add('a', { reached: undefined });
					service.add('b');
				},
				{ events: ['thresholdCrossed'], options: { watchAfterCompletionHours: 2, finalAfterMinutes: 10 } },
			);
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
			const player = await begin(
				({ service }) => {
					service.add('a', { reached: undefined });
					service.add('b');
				},
				{ events: ['thresholdCrossed'], options: { watchAfterCompletionHours: 2, finalAfterMinutes: 10 } },
			);
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
};
