/** What was told and was not so, or was told twice. */
import { form } from '../form';
import { DAY, HOUR, MINUTE } from '../history';
import { Player } from '../player';
import { figures } from '../service';
import { begin, ids, running, type FixedWorld } from './support';

export const wrongWorlds: Record<string, FixedWorld> = {
	'T9 missing counter': {
		name: 'a counter is missing in one answer: no alert from an old one',
		async play() {
			const limit = { rate: 'deliveryRate', direction: 'below', percent: 60, minimumBase: 100 } as const;
			const player = await begin(
				(one) => {
					one.service.add('a', { reached: { ...figures(1000), delivered: 500, read: 100 } });
				},
				{ limits: [limit], options: { finalAfterMinutes: 5, watchAfterCompletionHours: 1 } },
			);
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
			player.service.add('a', {
				createdAt: now - 10 * DAY,
				endTime: now - 5 * MINUTE,
				status: 'Completed',
				reached: figures(1000),
			});
			await player.poll(3);
			return player;
		},
	},
	'T11 filter': {
		name: 'a filter is mistyped for one check: nothing is told twice, and final figures come',
		async play() {
			const player = await begin((one) => running(one, 1), {
				nameContains: 'sale',
				options: { finalAfterMinutes: 30 },
			});
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
			const player = await begin(
				(one) => {
					running(one, 5);
					one.service.statisticsTrouble = { kind: 'lacks optout', of: 'all' };
				},
				{
					events: ['thresholdCrossed'],
					limits: [limit],
					options: { finalAfterMinutes: 5, watchAfterCompletionHours: 1 },
				},
			);
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
			const player = await begin(
				({ service, time }) => {
					for (let index = 0; index < 5100; index++) {
						service.add(`old${index}`, {
							createdAt: time.now - 60 * DAY - index * MINUTE,
							status: 'Finished',
							reached: figures(100),
						});
					}
				},
				{ events: ['completed'] },
			);
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
