import { decide, type Circumstances } from '../../../nodes/RcsPromotion/launch/decide';

const decided = (given: Partial<Circumstances>) =>
	decide({ sendMode: 'careful', isTest: true, isTool: false, testSize: 1000, alreadyTested: 0, ...given });
const LIVE = { kind: 'live' };

describe('Send: careful', () => {
	it('sends everything in a live run', () => {
		for (const testSize of [3, 5000, null]) expect(decided({ isTest: false, testSize })).toEqual(LIVE);
	});

	it('sends to at most ten in a test, those before included', () => {
		expect(decided({ testSize: 10 })).toEqual({ kind: 'test' });
		expect(decided({ testSize: 4, alreadyTested: 6 })).toEqual({ kind: 'test' });
		expect(decided({ testSize: 0 }).kind).toBe('test');
		expect(decided({ testSize: 11 }).kind).toBe('dryRun');
		expect(decided({ testSize: 5, alreadyTested: 6 }).kind).toBe('dryRun');
		expect(decided({ testSize: null }).kind).toBe('dryRun');
	});

	it('never sends for an agent', () => {
		expect(decided({ isTest: false, isTool: true, testSize: 1 }).kind).toBe('dryRun');
	});

	it('says why and how to send', () => {
		expect(decided({ testSize: 5000 })).toEqual({
			kind: 'dryRun',
			why: 'This is a test, which reaches at most 10 contacts, and there are 5,000 in this execution',
			wayOut: expect.stringMatching(/publish it.*'Test Recipients'/) as string,
		});
		expect(decided({ testSize: 5, alreadyTested: 6 })).toMatchObject({
			why: 'This is a test, which reaches at most 10 contacts, and there are 11 in this execution',
		});
		// Nobody can put own phones in the place of contacts that n8n does not see.
		expect(decided({ testSize: null })).toMatchObject({
			wayOut: expect.not.stringContaining('Test Recipients') as string,
		});
	});
});

it('Send: always and never are obeyed', () => {
	for (const isTest of [false, true]) {
		for (const isTool of [false, true]) {
			for (const testSize of [3, 5000, null]) {
				expect(decided({ sendMode: 'always', isTest, isTool, testSize })).toEqual(LIVE);
				expect(decided({ sendMode: 'dryRun', isTest, isTool, testSize }).kind).toBe('dryRun');
			}
		}
	}
});
