import type { BenchCase } from '../frame/benchCase';
import { launcherOf, prepareLaunch, type ContactList, type LaunchInput } from '../frame/contactCase';
import { digitsOf } from '../frame/people';

/** Every twentieth contact; of the duplicates none is among them. */
const LEFT_OUT_EVERY = 20;

const german: ContactList = {
	written: (digits) => `0170 ${digits}`,
	sent: (digits) => `+49170${digits}`,
	isLeftOut: (row) => row % LEFT_OUT_EVERY === 0,
};

/** The same with phones that are written without a country code, and 50,000 people who do not want to be written to. */
export const benchCase: BenchCase<LaunchInput> = {
	name: 'launch-filtered',
	rows: 1_000_000,
	limits: { oursRssGrowthMb: 96 },
	prepare: async (rows) => await prepareLaunch(rows, german),
	sides: {
		async ours(bench, input) {
			const listed = Array.from({ length: input.rows / LEFT_OUT_EVERY }, (_, index) =>
				german.written(digitsOf(index * LEFT_OUT_EVERY)),
			);
			const options = { phoneFormat: 'international', country: 'DE', doNotContact: listed.join('\n') };
			return await launcherOf(bench, input, options);
		},
	},
};
