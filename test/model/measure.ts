/** What the trigger costs, how often it fails, and how late it is, with the numbers that are promised. */
import { form, parametersOf } from './form';
import { Database } from './host';
import { MINUTE, HOUR, DAY } from './history';
import { TriggerProcess } from './process';
import { Player } from './player';
import type { Counted } from './answers';
import { figures } from './service';
import { chances } from './time';

type Row = Record<string, number | string>;
/** At most one is promised. */
export const FAILED = 'failed in the rest of the week';

function addRunning(player: Player, count: number): void {
	for (let index = 0; index < count; index++) {
		player.service.add(`c${index}`, { createdAt: player.time.now - HOUR - index * MINUTE, reached: figures(1000) });
	}
}

const grown = (before: Counted): Counted => figures(before.attempted + 20, before.failed + 1);

/** A week with 0.5% time-outs, 0.5% errors, five minutes of outage, replicas that lag for two minutes; campaigns move, end and begin. */
async function measureWeek(): Promise<Record<string, Row>> {
	const rows: Record<string, Row> = {};
	for (const running of [10, 50]) {
		for (const everyMinutes of [1, 5, 60]) {
			const player = new Player('memory', form());
			const { service, database } = player;
			addRunning(player, running);
			await player.activate();
			const chance = chances(running * 100 + everyMinutes);
			service.lagMs = 2 * MINUTE;
			service.chance = () => {
				const drawn = chance();
				return drawn < 0.005 ? 'time-out' : drawn < 0.01 ? 'error' : undefined;
			};
			const polls = (7 * DAY) / (everyMinutes * MINUTE);
			let next = running;
			let inOutage = 0;
			for (let poll = 1; poll <= polls; poll++) {
				const minute = poll * everyMinutes;
				const isOutage = minute >= 4000 && minute < 4000 + Math.max(5, everyMinutes);
				service.listTrouble = isOutage ? 'down' : undefined;
				service.statisticsTrouble = isOutage ? { kind: 'down', of: 'all' } : undefined;
				if (minute % 10 < everyMinutes) {
					for (let index = next - running; index < next; index++) {
						const before = service.condition(`c${index}`)?.reached;
						if (before && (index + poll) % 3 === 0) service.become(`c${index}`, { reached: grown(before) });
					}
				}
				// Every three hours one ends, and another one begins.
				if (minute % 180 < everyMinutes) {
					service.become(`c${next - running}`, { status: 'Completed' });
					service.add(`c${next}`, { reached: figures(100) });
					next += 1;
				}
				const before = database.failures.length;
				await player.poll(1, everyMinutes);
				player.forget();
				if (isOutage) inOutage += database.failures.length - before;
			}
			await player.untilDone();
			const failed = database.failures.length - inOutage;
			rows[`${running} running, every ${everyMinutes} min`] = {
				'failed in the outage': inOutage,
				[FAILED]: failed,
				events: database.items().length,
			};
		}
	}
	return rows;
}

/** The newest 50 run, of which so many complete. */
const listOf = (count: number, now: number, completed = 0): string =>
	JSON.stringify({
		promotions: Array.from({ length: count }, (_, index) => ({
			promotionId: `${(0x9e3779b1 * (index + 1)) >>> 0}${String(index).padStart(14, '0')}`,
			...{ businessId: 'b-1', accountId: 'acme', name: `Spring sale ${index}`, channelType: 'rcs' },
			status: index >= completed && index < 50 ? 'Running' : 'Completed',
			...{ createdBy: null, promotionType: 'IMMEDIATE', targetSource: 'CSV', promotionEndTime: 0 },
			createdDate: now - index * 10 * MINUTE,
		})),
	});

/** In the time of the machine, and without what n8n itself does with the state. */
class AloneProcess extends TriggerProcess {
	private readonly kept = {};
	list = '';

	constructor() {
		const statistics = JSON.stringify({ ...figures(1000, 10), statsReport: [] });
		const ask = (url: string) => ({ afterMs: 0, status: 200, body: /\/stats\?/.test(url) ? statistics : this.list });
		const events = ['completed', 'thresholdCrossed', 'finalFiguresReady', 'stalled'];
		super(ask, new Database(), 'scheduler', parametersOf(form({ events })));
	}

	/** How long the longest stretch was, and the whole, in ms. */
	async measure(activation: string) {
		const poll = this.register({ node: 'Trigger', state: this.kept, activation, budgetMs: 36_000 });
		const started = performance.now();
		let [last, longest] = [started, 0];
		const look = () => {
			longest = Math.max(longest, performance.now() - last);
			last = performance.now();
		};
		const watch = setInterval(look, 1);
		const items = await poll();
		look();
		clearInterval(watch);
		return { longest, whole: last - started, bytes: JSON.stringify(this.kept).length, items: items.length };
	}
}

/** Bytes of the state and longest stretches, with so many listed. The best of three, as other programs use the machine, too. */
async function measureSize(): Promise<Record<string, Row>> {
	const rows: Record<string, Row> = {};
	for (const count of [1000, 10_000, 100_000]) {
		const runs: Array<Record<string, number>> = [];
		for (let run = 0; run < 3; run++) {
			const process = new AloneProcess();
			const now = Date.now();
			process.list = listOf(count, now);
			const first = await process.measure('activate');
			const quiet = await process.measure('update');
			process.list = listOf(count, now, 20);
			const { longest: busy, bytes, items } = await process.measure('update');
			runs.push({ first: first.longest, quiet: quiet.longest, busy, whole: quiet.whole, bytes, items });
		}
		const least = (name: string) => Math.round(Math.min(...runs.map((one) => one[name] as number)));
		rows[`${count} listed`] = {
			'longest stretch at first, ms': least('first'),
			...{ then: least('quiet'), 'with 20 events': least('busy'), 'whole poll, ms': least('whole') },
			...{ 'state, bytes': least('bytes'), events: least('items') },
		};
	}
	return rows;
}

export const measurements: Record<string, () => Promise<Record<string, Row>>> = {
	week: measureWeek,
	size: measureSize,
};
