import { decide, type Circumstances } from '../../../nodes/RcsPromotion/launch/decide';

const decided = (given: Partial<Circumstances>) =>
	decide({ sendMode: 'careful', isTest: true, isTool: false, beyondPhones: undefined, testPhones: ['+491'], ...given });
const LIVE = { kind: 'live' };
const beyond = 'an uploaded list goes to its own contacts';

describe('Send To: Everyone, When Published', () => {
	it('sends everything in a live run, whatever was entered for tests', () => {
		for (const testPhones of [[], ['+491']]) {
			for (const beyondPhones of [undefined, beyond]) {
				expect(decided({ isTest: false, testPhones, beyondPhones })).toEqual(LIVE);
			}
		}
	});

	it('sends a test to test phones, or to nobody', () => {
		expect(decided({})).toEqual({ kind: 'test' });
		expect(decided({ testPhones: [] }).kind).toBe('dryRun');
		expect(decided({ beyondPhones: beyond }).kind).toBe('dryRun');
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
		expect(decided({ testPhones: [], beyondPhones: beyond })).toEqual({
			kind: 'dryRun',
			why: `This is a test, and ${beyond}`,
			advice: expect.not.stringContaining('Test Phones') as string,
		});
	});
});

it('Send To: always and nobody are obeyed', () => {
	for (const isTest of [false, true]) {
		for (const isTool of [false, true]) {
			for (const testPhones of [[], ['+491']]) {
				expect(decided({ sendMode: 'always', isTest, isTool, testPhones, beyondPhones: beyond })).toEqual(LIVE);
				expect(decided({ sendMode: 'dryRun', isTest, isTool, testPhones }).kind).toBe('dryRun');
			}
		}
	}
});
