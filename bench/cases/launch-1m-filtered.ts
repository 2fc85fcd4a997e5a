import type { BenchCase } from '../frame/benchCase';
import { launcherOf, prepareLaunch, type LaunchInput } from '../frame/launchCase';

const CONTACTS = 1_000_000;
const LISTED = 50_000;

const german = (number: number) => `0170 ${String(number).padStart(8, '0')}`;
/** Every twentieth contact; of the duplicates none is among them. */
const doNotContact = () => Array.from({ length: LISTED }, (_, index) => german(index * 20)).join('\n');

/** The same with phones that are written without a country code, and 50,000 people who do not want to be written to. */
export const benchCase: BenchCase<LaunchInput> = {
	name: 'launch-1m-filtered',
	title: '1,000,000 contacts made international, 50,000 left out',
	limits: { oursRssGrowthMb: 96 },
	async prepare() {
		const { input, stop } = await prepareLaunch(CONTACTS, german);
		return { input, expected: { contacts: CONTACTS, suppressed: LISTED }, stop };
	},
	sides: {
		async ours(bench, input) {
			const options = { phoneFormat: 'international', country: 'DE', doNotContact: doNotContact() };
			const launch = await launcherOf(bench, input, options);
			return async () => {
				const { taken, duplicatesRemoved, suppressed } = await launch();
				return { found: { contacts: taken + duplicatesRemoved + suppressed, suppressed } };
			};
		},
	},
};
