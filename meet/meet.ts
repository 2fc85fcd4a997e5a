import { createInterface } from 'node:readline';
import { Asker, FOR_A_CAMPAIGN, type Timing } from './asker';
import { timeOf, type Listing } from './listing';
import { Meeting } from './meeting';
import { nodesState } from './nodesView';
import { readAccount, readOptions, UnusableOption, usage, type LaunchOptions } from './options';
import { hiderOf } from './secrets';
import { meetLaunch } from './steps/launch';
import { learnLimits } from './steps/limits';
import { meetList } from './steps/list';
import { meetRefusals } from './steps/refusals';
import { meetReport } from './steps/report';
import { meetStatistics } from './steps/statistics';
import { tellAnswers, writeRecording } from './tell';

/** Everything from outside, so that a test can be the person, the terminal and the clock. */
export interface Surroundings {
	args: string[];
	env: NodeJS.ProcessEnv;
	input: NodeJS.ReadableStream;
	write: (line: string) => void;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
	timing: Timing;
}

/** The exit code: 0, 1 if nothing could be learned, 2 if something must be set first, 130 after Ctrl-C. */
export async function meet(surroundings: Surroundings): Promise<number> {
	try {
		return await steps(surroundings);
	} catch (error) {
		// Nothing unexpected is shown as it is: it may hold what must not be seen.
		const message =
			error instanceof UnusableOption ? error.message : 'Something unexpected happened here, not in the service';
		surroundings.write(`${message}.`);
		return error instanceof UnusableOption ? 2 : 1;
	}
}

async function steps({ args, env, input, write, signal, timing }: Surroundings): Promise<number> {
	const options = readOptions(args);
	if (options.help) {
		write(usage);
		return 0;
	}
	const account = readAccount(env);
	const hide = hiderOf(account, options.launch?.phone);
	const asker = new Asker(account, timing, signal);
	const meeting = new Meeting(asker, account, options, hide, (line) => write(hide(line)));
	meeting.say('Reading only: until you confirm otherwise, nothing is sent or changed.');
	asker.allow(timing.readsMs);
	const listing = await meetList(meeting);
	if (listing) await meetReads(meeting, listing);
	learnLimits(meeting, listing?.answer.headers);
	if (options.launch && listing && !asker.hasEnded) await launchIfConfirmed(meeting, options.launch, input);
	meeting.nothingLearned(signal.aborted ? 'stopped by Ctrl-C' : 'not tried; see --launch-to and --help');
	tellAnswers(meeting);
	const isWritten = listing !== undefined && writeRecording(meeting);
	if (signal.aborted) return 130;
	return isWritten ? 0 : 1;
}

async function meetReads(meeting: Meeting, listing: Listing): Promise<void> {
	const promotionId = meeting.options.promotionId ?? likeliest(listing);
	await meetStatistics(meeting, promotionId);
	await meetReport(meeting, promotionId);
	await meetRefusals(meeting, listing);
}

/** The newest that is completed, else the newest. */
function likeliest({ entries }: Listing): string | undefined {
	const newestFirst = [...entries].sort((a, b) => (timeOf(b) ?? 0) - (timeOf(a) ?? 0));
	const completed = newestFirst.find(({ fields }) => nodesState(fields.status) === 'completed');
	return (completed ?? newestFirst[0])?.promotionId;
}

async function launchIfConfirmed(meeting: Meeting, launch: LaunchOptions, input: NodeJS.ReadableStream): Promise<void> {
	const { asker, options, say } = meeting;
	const count = 1 + [launch.stop, launch.cancel, launch.refused, launch.repeat].filter(Boolean).length;
	const words = `launch ${count}`;
	say('');
	say(
		`This launches ${count} test ${count === 1 ? 'campaign' : 'campaigns'} to the phone after --launch-to, which your provider may charge for.`,
	);
	say(`To go on, type: ${words}`);
	const typed = await lineFrom(input, asker.signal);
	if (asker.signal.aborted) return;
	if (typed !== words) {
		say('Not confirmed, so nothing was launched.');
		meeting.nothingLearned('not tried: it was not confirmed');
		return;
	}
	asker.allow(options.watchMs * 2 + options.afterEndMs + asker.timing.readsMs, FOR_A_CAMPAIGN);
	await meetLaunch(meeting, launch);
}

/** One line that a person types; empty if there is nobody, or on Ctrl-C. */
async function lineFrom(input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string> {
	const lines = createInterface({ input });
	const typed = new Promise<string>((resolve) => {
		lines.once('line', resolve);
		lines.once('close', () => resolve(''));
		if (signal.aborted) resolve('');
		signal.addEventListener('abort', () => resolve(''), { once: true });
	});
	const line = await typed;
	lines.close();
	return line.trim();
}
