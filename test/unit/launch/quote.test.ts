import { quoteAnswer } from '../../../nodes/RcsPromotion/launch/output';

const sent = {
	name: 'Spring Sale',
	promotionType: 'IMMEDIATE',
	channelType: 'rcs',
	template: { name: 'spring_sale', id: 't-1', components: [{ type: 'CAROUSEL', cards: [{ card_index: 1 }] }] },
};
const quote = (response: unknown, promotionId: string | null = '1') => quoteAnswer(response, promotionId, sent);

/** As the document shows a promotion. */
const promotion = {
	...{ promotionId: '1', businessId: 'b-6650f1c2', accountId: '00441234567', name: 'Spring Sale' },
	...{ targetListId: '6650f1c2a1b2', phoneNumberId: '441234567890', template: sent.template },
	...{ createdDate: 1_767_225_600_000, startTime: 0, mostRecentStartTime: 0, status: 'Preparing' },
	...{ promotionType: 'IMMEDIATE', scheduleTime: '0', targetSource: 'CSV', retryPromotion: false, maxRetries: 0 },
	...{ retriesLeft: 0, batchSize: 0, batchTimer: 0, staggered: false, attributionWindow: 0, callCampaign: false },
};

describe('what a message quotes of the answer to a launch', () => {
	it.each<[response: unknown, said: string]>([
		[{ promotionId: '1', accepted: 1, rejected: 49 }, 'accepted: 1, rejected: 49'],
		[{ promotionId: '1', accepted: 0, rejected: 2 }, 'accepted: 0, rejected: 2'],
		[{ promotionId: '1', state: 'REJECTED' }, 'state: REJECTED'],
		[{ promotionId: '1', state: 'REJECTED_4001', page: 'https://a.example/1' }, 'state: REJECTED_4001'],
		[{ note: 'Sandbox:\nnothing  was sent' }, 'note: Sandbox: nothing was sent'],
		[{ data: { promotionId: '1', warnings: ['No credits', 'Trial'] } }, 'warnings: No credits, warnings: Trial'],
		[{ sandbox: true, requestId: '8c7f4a2e-11', at: 1_767_225_600 }, 'sandbox: true'],
		[{ note: '余额不足，还需100元' }, 'note: 余额不足，还需100元'],
		[['No credits'], 'No credits'],
		[{ error: { code: 0, message: 'OK' } }, 'code: 0, message: OK'],
	])('of %j is its words and counts', (response, said) => {
		expect(quote(response)).toBe(`the service answered: “${said}”`);
	});

	it('of a whole promotion is what does not repeat the request', () => {
		expect(quote(promotion)).toBe(
			"the service answered: “status: Preparing, targetSource: CSV”, and more that is in 'response'",
		);
	});

	it('is never long', () => {
		expect(quote({ message: 'sent '.repeat(20_000) }).length).toBeLessThan(250);
		expect(quote(Array.from({ length: 1_000 }, (_, index) => ({ index })))).toBe(
			"the service's answer is in 'response'",
		);
	});

	it.each([
		[{ promotionId: '1' }, '1', 'the service answered with promotion 1'],
		[{ promotionId: '1', name: 'Spring Sale', error: null, errors: [] }, '1', 'the service answered with promotion 1'],
		[{}, null, 'the service answered without a word'],
		[null, null, 'the service answered without a word'],
	])('of %j is that it holds nothing else', (response, promotionId, said) => {
		expect(quote(response, promotionId)).toBe(said);
	});
});
