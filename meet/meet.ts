import { createInterface } from 'node:readline';
import { UserError } from 'n8n-workflow';
import type { Promotion } from '../nodes/service/types';
import { counted } from '../nodes/service/values';
import { meetLaunches } from './launch';
import { Meeting } from './meeting';
import { readCredential, readOptions, UnusableOption, usage, type LaunchOptions, type Options } from './options';
import { choosePromotions, meetList, meetRefusals, meetReport, meetStatistics } from './reads';

/** Everything from outside, so that a test can be the person and the terminal. */
export interface Surroundings {
	args: string[];
	env: NodeJS.ProcessEnv;
	input: NodeJS.ReadableStream;
	write: (line: string) => void;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
	/** The pause between two looks at a campaign. */
	everyMs?: number;
}

/** The exit code: 0, 1 if the list cannot be read, 2 if something must be set first, 130 after Ctrl-C. */
export async function meet({ args, env, input, write, signal, everyMs = 2_000 }: Surroundings): Promise<number> {
	let options: Options;
	let meeting: Meeting;
	try {
		options = readOptions(args);
		if (options.help) {
			write(usage);
			return 0;
		}
		meeting = Meeting.open(readCredential(env), write, signal);
	} catch (error) {
		// Nothing unexpected is shown as it is: it may hold what must not be seen.
		const isForPeople = error instanceof UnusableOption || error instanceof UserError;
		write(isForPeople ? `${error.message}.` : 'Something unexpected happened here, not in the service.');
		return 2;
	}
	const isListRead = await meetAll(meeting, options, input, everyMs).catch(() => {
		meeting.say(signal.aborted ? 'Stopped by Ctrl-C.' : 'Something unexpected happened here, not in the service.');
		return false;
	});
	meeting.say('');
	for (const name of meeting.launched) {
		meeting.say(`Sent to the service: "${name}"${signal.aborted ? '; it may go on there' : ''}.`);
	}
	const isWritten = meeting.writeExchanges(options.file);
	if (signal.aborted) return 130;
	return isListRead && isWritten ? 0 : 1;
}

async function meetAll(
	meeting: Meeting,
	{ promotionId, launch }: Options,
	input: NodeJS.ReadableStream,
	everyMs: number,
): Promise<boolean> {
	meeting.say('Reading only: until you confirm otherwise, nothing is sent or changed.');
	const client = await meeting.openClient();
	const promotions = await meetList(meeting, client);
	if (!promotions) return false;
	const chosen = promotionId === undefined ? choosePromotions(promotions) : [findOrCreate(promotions, promotionId)];
	if (chosen.length === 0) meeting.say('  Without a promotion, statistics and report are not known.');
	const largest = await meetStatistics(meeting, client, chosen);
	if (largest !== undefined) await meetReport(meeting, client, largest);
	await meetRefusals(meeting, client);
	if (launch) await launchIfConfirmed(meeting, launch, input, everyMs);
	return true;
}

const findOrCreate = (promotions: Promotion[], promotionId: string): Promotion =>
	promotions.find((promotion) => promotion.promotionId === promotionId) ?? { promotionId };

async function launchIfConfirmed(
	meeting: Meeting,
	launch: LaunchOptions,
	input: NodeJS.ReadableStream,
	everyMs: number,
): Promise<void> {
	const words = `launch to ${launch.phones.length}`;
	const campaigns = launch.changes.length > 0 ? 'one campaign' : 'two campaigns';
	const phones = counted(launch.phones.length, 'phone');
	meeting.say('');
	meeting.say(`This launches ${campaigns} to ${phones}, which your provider may charge for.`);
	meeting.say(`To go on, type: ${words}`);
	const typed = await lineFrom(input, meeting.signal);
	meeting.signal.throwIfAborted();
	if (typed === words) await meetLaunches(meeting, launch, everyMs);
	else meeting.say('Not confirmed, so nothing was launched.');
}

/** One line that a person types; empty if there is nobody, or on Ctrl-C. */
async function lineFrom(input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string> {
	const lines = createInterface({ input });
	const line = await new Promise<string>((resolve) => {
		lines.once('line', resolve);
		lines.once('close', () => resolve(''));
		signal.addEventListener('abort', () => resolve(''), { once: true });
	});
	lines.close();
	return line.trim();
}
