import { decide } from '../../../nodes/RcsPromotion/launch/decide';
import type { LaunchRequest } from '../../../nodes/RcsPromotion/launch/launchForm';

interface Circumstances extends Pick<LaunchRequest, 'sendMode' | 'testPhones' | 'recipientSource'> {
	isTest: boolean;
	isTool: boolean;
}

function decided({ isTest = true, isTool = false, ...given }: Partial<Circumstances>) {
	const request = {
		sendMode: 'careful',
		testPhones: ['+491'],
		recipientSource: 'inputItems',
		builtTemplate: { references: [] },
		contactOptions: { sendFileUnchanged: false },
		additionalBodyFields: {},
		descriptiveProperties: {},
		...given,
	};
	return decide(request as unknown as LaunchRequest, { isLiveRun: !isTest, isTool, accountId: 'acme' });
}
const EVERYONE = { kind: 'everyone' };
/** Cannot go to test phones alone. */
const recipientSource = 'uploadedList';

describe('Send To: Everyone, When Published', () => {
	it('sends everything in a live run, whatever was entered for tests', () => {
		for (const testPhones of [[], ['+491']]) {
			expect(decided({ isTest: false, testPhones })).toEqual(EVERYONE);
			expect(decided({ isTest: false, testPhones, recipientSource })).toEqual(EVERYONE);
		}
	});

	it('sends a test to test phones, or to nobody', () => {
		expect(decided({})).toEqual({ kind: 'testPhones' });
		expect(decided({ testPhones: [] }).kind).toBe('dryRun');
		expect(decided({ recipientSource }).kind).toBe('dryRun');
	});

	it('never sends for an agent', () => {
		for (const isTest of [false, true]) expect(decided({ isTest, isTool: true }).kind).toBe('dryRun');
	});

	it('says why and how to send', () => {
		expect(decided({ testPhones: [] })).toEqual({
			kind: 'dryRun',
			why: "This is a test, and 'Test Phones' is empty",
			advice: expect.stringMatching(/your number in 'Test Phones'.*publish it/) as string,
		});
		// Test phones would not help, so they are not offered.
		expect(decided({ testPhones: [], recipientSource })).toEqual({
			kind: 'dryRun',
			why: 'This is a test, and an uploaded list goes to its own contacts, not to test phones',
			advice: expect.not.stringContaining('Test Phones') as string,
		});
	});
});

it("'Everyone, Always' and 'Nobody (Dry Run)' are obeyed, whoever starts the run", () => {
	for (const isTest of [false, true]) {
		for (const isTool of [false, true]) {
			for (const testPhones of [[], ['+491']]) {
				expect(decided({ sendMode: 'always', isTest, isTool, testPhones, recipientSource })).toEqual(EVERYONE);
				expect(decided({ sendMode: 'dryRun', isTest, isTool, testPhones }).kind).toBe('dryRun');
			}
		}
	}
});
