/** Plays random plans, and has each run judged. */
import fc from 'fast-check';
import { DAY, MINUTE, isOver, type Difference } from './history';
import { judge } from './oracle';
import { CAMPAIGNS, type Plan, type Polls, type Start, type Step, type Turn } from './plan';
import { plan } from './randomPlans';
import { Player } from './player';
import { NOTHING_SENT } from './answers';
import type { Service } from './service';

export interface Played {
	differences: Difference[];
	/** What it held, for whoever wants to know whether it was hard enough. */
	held: Set<string>;
	polls: number;
}

const idOf = (index: number) => `p${index}`;

function add(
	{ service, time }: Player,
	id: string,
	{ status, reached, ageDays, endedDaysAgo, isNameless }: Start,
): void {
	const { now } = time;
	// No two of them are of one age.
	const createdAt = ageDays === 0 ? 0 : Math.round(now - ageDays * DAY - service.campaigns.size);
	const hasEnded = isOver(status) && endedDaysAgo !== undefined;
	service.add(id, {
		status,
		reached,
		createdAt,
		endTime: hasEnded ? now - endedDaysAgo * DAY : 0,
		...(isNameless && { name: '' }),
	});
}

function apply({ service }: Player, id: string, turn: Turn): void {
	const now = service.condition(id);
	if (!now || now.isDeleted) return;
	const hasSent = Object.entries(now.reached ?? NOTHING_SENT).some(
		([counter, value]) => counter !== 'attempted' && value > 0,
	);
	switch (turn.kind) {
		case 'status':
			// What is over stays over.
			if (!isOver(now.status)) service.become(id, { status: turn.status });
			break;
		case 'figures':
			service.become(id, { reached: turn.reached });
			break;
		case 'leaves':
			service.become(id, { isListed: false });
			break;
		case 'comes back':
			service.become(id, { isListed: true });
			break;
		case 'completes and leaves':
			if (!isOver(now.status)) service.become(id, { status: 'Completed', isListed: false });
			break;
		case 'is cancelled and gone':
			if (!isOver(now.status) && !hasSent)
				service.become(id, { status: 'Cancelled', isListed: false, isDeleted: true });
			break;
		case 'is deleted':
			service.become(id, { isListed: false, isDeleted: true });
			break;
		case 'gets its name':
			service.become(id, { name: `Sale ${id}` });
			break;
	}
}

/** The service is so for some polls. */
async function during(player: Player, { times, everyMinutes }: Polls, change: Partial<Service>): Promise<void> {
	const { service } = player;
	const { listTrouble, statisticsTrouble, lagMs, answerMs } = service;
	Object.assign(service, change);
	await player.poll(times, everyMinutes);
	Object.assign(service, { listTrouble, statisticsTrouble, lagMs, answerMs });
}

async function take(player: Player, step: Step): Promise<void> {
	const { service } = player;
	switch (step.kind) {
		case 'polls':
			await player.poll(step.times, step.everyMinutes);
			break;
		case 'turns':
			for (const { campaign, turn } of step.turns) apply(player, idOf(campaign), turn);
			break;
		case 'more':
			for (let more = 0; more < step.count; more++) add(player, idOf(service.campaigns.size), step.start);
			break;
		case 'list trouble':
			await during(player, step, { listTrouble: step.trouble, retryAfterSeconds: step.retryAfterSeconds });
			break;
		case 'statistics trouble': {
			const { of: bits, trouble: kind, retryAfterSeconds } = step;
			const all = Array.from({ length: CAMPAIGNS }, (_, index) => index);
			const of = bits === 'all' ? bits : all.filter((index) => (bits & (1 << index)) !== 0).map(idOf);
			await during(player, step, { statisticsTrouble: { kind, of }, retryAfterSeconds });
			break;
		}
		case 'window':
			service.window = step.size;
			break;
		case 'lag':
			await during(player, step, { lagMs: step.ms });
			break;
		case 'slow':
			await during(player, step, { answerMs: step.ms });
			break;
		case 'edit':
			await player.untilDone();
			player.edit(step.change);
			break;
		case 'save':
			await player.save(step.change, step);
			break;
		case 'die':
			await player.die(step.ending, step.minutes);
			break;
		case 'unwritten':
			// n8n cannot write to its database, and lives on.
			await player.pollAlone('unwritten');
			break;
		case 'restart':
			await player.restart(step.minutes, step.keepsState);
			break;
	}
}

/** Those of a crowd take their own way, a few at each step. */
function moveCrowd({ service }: Player, crowd: number, step: number): void {
	for (let index = step % 9; index < crowd; index += 9) {
		const id = `m${index}`;
		const reached = { ...(service.condition(id)?.reached ?? NOTHING_SENT) };
		service.become(id, {
			reached: {
				...reached,
				attempted: reached.attempted + 100,
				failed: reached.failed + (index % 4) * 4,
				sent: reached.sent + 100 - (index % 4) * 4,
			},
		});
		if (index % 5 === step % 5) service.become(id, { status: 'Completed' });
	}
}

export async function play(given: Plan): Promise<Played> {
	const player = new Player(given.mode, given.form);
	const { service, time, process } = player;
	Object.assign(service, { counting: given.counting, window: given.window, answerMs: given.answerMs });
	process.credential = { ...process.credential, counters: given.isStated ? given.counting : 'detect' };
	given.start.forEach((start, index) => add(player, idOf(index), start));
	for (let index = 0; index < given.others; index++)
		service.add(`old${index}`, { status: 'Completed', createdAt: time.now - (8 + index) * DAY });
	for (let index = 0; index < given.crowd; index++)
		service.add(`m${index}`, { createdAt: time.now - (index + 1) * MINUTE });
	if (given.hasOtherChannels) service.add('w1', { channel: 'whatsapp', status: 'Completed', createdAt: time.now });
	await player.activate();
	await player.poll(2);
	for (const [index, step] of given.steps.entries()) {
		await take(player, step);
		if (given.crowd > 0) moveCrowd(player, given.crowd, index);
		if (given.hasOtherChannels && index === 3) service.add('w2', { channel: 'whatsapp', status: 'Running' });
	}
	await player.untilDone();
	player.calm();
	await player.poll(3);
	for (const [times, everyMinutes] of [
		[4, 15],
		[4, 60],
		[6, 360],
		[4, 1440],
	] as const)
		await player.poll(times, everyMinutes);
	await player.untilDone();
	const { history } = player;
	const held = new Set<string>([given.mode, given.counting, ...given.steps.map(({ kind }) => kind)]);
	for (const { items, thrown, process: number } of history.polls) {
		if (thrown !== undefined) held.add('failed execution');
		if (number > 1) held.add('another process');
		for (const { event, redelivered, checkProblem, observed } of items) {
			held.add(String(event));
			if (redelivered) held.add('repeated');
			if (checkProblem !== undefined) held.add('checkProblem');
			if (observed === 'gone') held.add('gone');
		}
	}
	return { differences: judge(history), held, polls: history.polls.length };
}

/** One plan for each seed. If it is to be made as small as it can be, that takes some hundred more. */
export async function playSeed(seed: number, isShrunk = false): Promise<Played & { plan: Plan }> {
	let last: (Played & { plan: Plan }) | undefined;
	const property = fc.asyncProperty(plan, async (given) => {
		const played = await play(given);
		const isFirst = last === undefined;
		if (isFirst || played.differences.length > 0) last = { ...played, plan: given };
		if (played.differences.length > 0) throw new Error('differs');
	});
	await fc.check(property, { seed, numRuns: 1, endOnFailure: !isShrunk });
	if (!last) throw new Error('No plan was played');
	return last;
}
