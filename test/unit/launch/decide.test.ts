import { decide } from '../../../nodes/RcsPromotion/launch/decide';

type Given = Partial<Parameters<typeof decide>[0]['request']> & { reach?: string; references?: object[] };
type RunKind = Parameters<typeof decide>[1];

function decided(
	runKind: RunKind,
	{ reach, references = [], sendMode = 'careful' }: Given = {},
	readPhones = jest.fn(() => ['+491']),
) {
	const request = { sendMode, builtTemplate: { references } } as unknown as Parameters<typeof decide>[0]['request'];
	return decide({ request, reach }, runKind, readPhones);
}
const withoutPhones = jest.fn((): string[] => []);
const EVERYONE = { kind: 'everyone' };
const reach = "'Target Audience' could make the service send to other phones, too";
const other: RunKind = { neitherBecause: 'n8n ran it in the mode "evaluation"' };

describe('Send To: Everyone, When Published', () => {
	it('sends everything in a live run, whatever was entered for tests', () => {
		expect(decided('live')).toEqual(EVERYONE);
		expect(decided('live', { reach }, withoutPhones)).toEqual(EVERYONE);
	});

	it("sends a test to test phones, but never with a contact's own ID", () => {
		expect(decided('byHand')).toEqual({ kind: 'testPhones', phones: ['+491'] });
		const references = (column: string) => [{ column, where: 'Card 1, variable 2' }];
		expect(decided('byHand', { references: references('name') }).kind).toBe('testPhones');
		expect(decided('byHand', { references: references('businesssubscriberid') })).toMatchObject({
			kind: 'dryRun',
			why: expect.stringContaining("Card 1, variable 2 uses the contact's own ID") as string,
		});
	});

	it('says why a test is a dry run, and how to send', () => {
		expect(decided('byHand', {}, withoutPhones)).toEqual({
			kind: 'dryRun',
			why: "This is a test, and 'Test Phones' is empty",
			advice: expect.stringMatching(/your number in 'Test Phones'.*publish it/) as string,
		});
		// Test phones would not help, so they are not offered.
		expect(decided('byHand', { reach })).toEqual({
			kind: 'dryRun',
			why: `This is a test, and ${reach}`,
			advice: expect.not.stringContaining('Test Phones') as string,
		});
	});

	it('refuses a run that is neither live nor by hand, with the reason', () => {
		const says = 'This run may not send to everyone: n8n ran it in the mode "evaluation"';
		for (const readPhones of [undefined, withoutPhones]) expect(() => decided(other, {}, readPhones)).toThrow(says);
	});
});

it.each(['live', 'byHand', other] as const)("'Everyone, Always' and 'Nobody (Dry Run)' are obeyed: %j", (runKind) => {
	expect(decided(runKind, { sendMode: 'always', reach })).toEqual(EVERYONE);
	expect(decided(runKind, { sendMode: 'dryRun' }).kind).toBe('dryRun');
});

it('test phones are read for nothing but a test to them', () => {
	const readPhones = jest.fn(() => ['+491']);
	decided('live', {}, readPhones);
	decided('byHand', { reach }, readPhones);
	for (const sendMode of ['always', 'dryRun'] as const) decided('byHand', { sendMode }, readPhones);
	expect(readPhones).not.toHaveBeenCalled();
});
