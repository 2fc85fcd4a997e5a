/** Alerts and changes that came late, never, or wrongly: slow answers, old campaigns, lists that lack some. */
import { DAY } from '../history';
import { moveAll } from '../measure';
import { figures } from '../service';
import { begin, ids, running, type FixedWorld } from './support';

export const lateWorlds: Record<string, FixedWorld> = {
	'T1 slow': {
		name: 'fifty campaigns, three seconds an answer: all fifty alerts come',
		async play() {
			const player = await begin(
				(one) => {
					running(one, 50);
					one.service.answerMs = 3000;
				},
				{ events: ['thresholdCrossed'] },
				'scheduler',
			);
			await moveAll(player, 50, 20);
			await moveAll(player, 50, 60, 200);
			await player.untilDone();
			return player;
		},
	},
	'T1 slower': {
		name: 'fifty campaigns, six seconds an answer: all fifty alerts come',
		async play() {
			const player = await begin(
				(one) => {
					running(one, 50);
					one.service.answerMs = 6000;
				},
				{ events: ['thresholdCrossed'] },
				'scheduler',
			);
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
};
