import { NodeOperationError, type INode } from 'n8n-workflow';
import { Refusal } from '../../../nodes/service/refusal';
import { describeSent, rethrowAsNotSent } from '../../../nodes/RcsPromotion/launch/output';
import type { Launch } from '../../../nodes/RcsPromotion/launch/memory';
import { memoryOf } from './support';

const sent = (promotionName: string, promotionId: string | null = null) =>
	({ promotionName, promotionId, state: 'launched' }) as Launch;

describe('what a launch that stops says', () => {
	const said = async (thrown: unknown) =>
		await Promise.reject(thrown as Error).catch((error: unknown) => rethrowAsNotSent(error, memoryOf(), 3));

	it('names what was sent before it, as far as there is room', () => {
		expect(describeSent([])).toBe('');
		expect(describeSent([sent('Sale', 'p-1'), sent('Late')])).toBe(
			'Already handed over in this execution: "Sale" (p-1), "Late" (ID not known).',
		);
		expect(describeSent([{ ...sent('Lost'), state: 'unknown' }])).toContain(
			'"Lost" (not known whether it was launched)',
		);
		const many = describeSent(Array.from({ length: 1_000 }, (_, index) => sent(`Sale ${index}`)));
		expect(many).toMatch(/^Already handed over in this execution: "Sale 0" .*….$/);
		expect(many.length).toBeLessThan(550);
	});

	it('names those who got nothing, and leaves a fault as it is that is none of ours', async () => {
		const ofN8n = new NodeOperationError({} as INode, 'No template', { description: 'Enter one.' });
		for (const stopped of [new Refusal('No template', 'Enter one.'), ofN8n]) {
			await expect(said(stopped)).rejects.toMatchObject({
				message: 'Not sent to 3 contacts: No template',
				description: 'Enter one.',
			});
		}
		const fault = new TypeError('x is undefined');
		await expect(said(fault)).rejects.toBe(fault);
		expect(fault.message).toBe('x is undefined');
	});
});
