import { decide } from '../../../nodes/RcsPromotion/launch/decide';
import type { LaunchRequest } from '../../../nodes/RcsPromotion/launch/request';

type RunKind = Parameters<typeof decide>[1];

interface Circumstances extends Pick<LaunchRequest, 'sendMode'> {
	testPhones: string[];
	runKind: RunKind;
	reach: string | undefined;
	references: object[];
}

function decided(
	{ runKind = 'byHand', testPhones = ['+491'], ...given }: Partial<Circumstances>,
	readPhones?: jest.Mock,
) {
	const { reach, references = [], sendMode = 'careful' } = given;
	const request = { sendMode, builtTemplate: { references } } as unknown as LaunchRequest;
	return decide({ request, reach }, runKind, readPhones ?? (() => testPhones));
}
const EVERYONE = { kind: 'everyone' };
const reach = "'Target Audience' could make the service send to other phones, too";
const other: RunKind = { neitherBecause: 'n8n ran it in the mode "evaluation"' };

describe('Send To: Everyone, When Published', () => {
	it('sends everything in a live run, whatever was entered for tests', () => {
		for (const testPhones of [[], ['+491']]) {
			expect(decided({ runKind: 'live', testPhones })).toEqual(EVERYONE);
			expect(decided({ runKind: 'live', testPhones, reach })).toEqual(EVERYONE);
		}
	});

	it('sends a test to test phones, or to nobody', () => {
		expect(decided({})).toEqual({ kind: 'testPhones', phones: ['+491'] });
		expect(decided({ testPhones: [] }).kind).toBe('dryRun');
		expect(decided({ reach }).kind).toBe('dryRun');
	});

	it("never sends a contact's own ID with the user's phone", () => {
		const references = [{ column: 'businesssubscriberid', where: 'Card 1, variable 2' }];
		expect(decided({ references })).toMatchObject({
			kind: 'dryRun',
			why: expect.stringContaining("Card 1, variable 2 uses the contact's own ID") as string,
		});
		expect(decided({ references: [{ column: 'name', where: 'Card 1, variable 1' }] }).kind).toBe('testPhones');
	});

	it('says why and how to send', () => {
		expect(decided({ testPhones: [] })).toEqual({
			kind: 'dryRun',
			why: "This is a test, and 'Test Phones' is empty",
			advice: expect.stringMatching(/your number in 'Test Phones'.*publish it/) as string,
		});
		// Test phones would not help, so they are not offered.
		expect(decided({ testPhones: [], reach })).toEqual({
			kind: 'dryRun',
			why: `This is a test, and ${reach}`,
			advice: expect.not.stringContaining('Test Phones') as string,
		});
	});

	it('refuses a run that is neither live nor by hand, with the reason', () => {
		for (const testPhones of [[], ['+491']])
			expect(() => decided({ runKind: other, testPhones })).toThrow(
				'This run may not send to everyone: n8n ran it in the mode "evaluation"',
			);
	});
});

it('test phones are read for nothing but a test to them', () => {
	const readPhones = jest.fn(() => ['+491']);
	decided({ runKind: 'live' }, readPhones);
	decided({ reach }, readPhones);
	for (const sendMode of ['always', 'dryRun'] as const) decided({ sendMode }, readPhones);
	expect(readPhones).not.toHaveBeenCalled();
	decided({}, readPhones);
	expect(readPhones).toHaveBeenCalledTimes(1);
});

it("'Everyone, Always' and 'Nobody (Dry Run)' are obeyed, whoever starts the run", () => {
	for (const runKind of ['live', 'byHand', other] as const) {
		for (const testPhones of [[], ['+491']]) {
			expect(decided({ sendMode: 'always', runKind, testPhones, reach })).toEqual(EVERYONE);
			expect(decided({ sendMode: 'dryRun', runKind, testPhones }).kind).toBe('dryRun');
		}
	}
});
