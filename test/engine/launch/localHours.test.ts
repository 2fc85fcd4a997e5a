/** Send Only Between, by the clocks where the contacts live. */
import { worlds } from '../support/world';
import { contacts, csv, launched, launchFile, launchItems, launchList, quickLaunches, writes } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const options = { sendOnlyBetween: { from: '09:00', to: '20:00', timeZone: 'contacts' } };
const inTokyoAndBerlin = ['+819012345678', '+4915112345678'].map((phone) => ({ json: { name: 'Ann', phone } }));

/** In January: 9 o'clock in Berlin is 17 o'clock in Tokyo. */
async function at<T>(time: string, work: () => Promise<T>): Promise<T> {
	const now = Date.now.bind(Date);
	const ahead = Date.parse(time) - now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
	try {
		return await work();
	} finally {
		clock.mockRestore();
	}
}

inOneWorld('stops a launch while one country is outside, and sends it once all are inside', async (world) => {
	const launch = async () => await launchItems(world, { options }, { items: inTokyoAndBerlin });
	const { error } = await at('2026-01-15T11:30:00Z', launch);
	expect(error?.message).toBe(
		'Not sent to 2 contacts: \'Send Only Between\' allows "Spring Sale" only between 09:00 and 20:00 where the contacts live, and it is 20:30 in Japan',
	);
	expect(error?.description).toContain('All contacts are within these hours from Fri, Jan 16');
	expect(writes(world)).toEqual([]);
	expect(launched(await at('2026-01-16T08:30:00Z', launch)).outcome).toBe('launched');
});

inOneWorld('a dry run says so, and those who get nothing do not count', async (world) => {
	const dryRun = async (more: object) =>
		launched(
			await at(
				'2026-01-15T11:30:00Z',
				async () =>
					await launchItems(
						world,
						{ sendMode: 'dryRun', options: { ...options, ...more } },
						{ items: inTokyoAndBerlin },
					),
			),
		);
	expect((await dryRun({})).warnings).toEqual([expect.stringContaining('it is 20:30 in Japan')]);
	expect((await dryRun({ doNotContact: '+81 90 1234 5678' })).warnings).toEqual([]);
});

inOneWorld('knows the countries of a file, too', async (world) => {
	const file = async (text: string) => ({ items: [await world.engine.fileItem(text)] });
	// In the night of all of California.
	const { error } = await at(
		'2026-01-15T09:00:00Z',
		async () => await launchFile(world, { options }, await file(csv(3))),
	);
	expect(error?.message).toContain('in United States');
});

inOneWorld('is refused where the numbers are not seen', async (world) => {
	const says = "'Time Zone' cannot be \"Contacts' Countries\" for an uploaded list or a file that is sent unchanged";
	expect((await launchList(world, { options })).error?.message).toContain(says);
	const unchanged = await launchFile(world, { options: { ...options, sendFileUnchanged: true } });
	expect(unchanged.error?.message).toContain(says);
	expect(world.simulator.requests()).toEqual([]);
});

inOneWorld('does not hold up a test to own phones', async (world) => {
	const test = { options, testPhones: '+4915112345678' };
	const run = async () => await launchItems(world, test, { items: contacts(2), mode: 'manual' });
	expect((await at('2026-01-15T09:00:00Z', run)).error).toBeUndefined();
	expect(world.simulator.launches()).toHaveLength(1);
});
