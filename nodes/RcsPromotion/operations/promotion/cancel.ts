import { promotionField } from '../fields';
import type { Operation } from '../operation';
import { changeStatus } from './changeStatus';

export const cancel: Operation = {
	name: 'Cancel',
	description: 'Cancel a promotion for good. Possible only during its preparation; it cannot be resumed.',
	action: 'Cancel a promotion permanently',
	writes: true,
	properties: [
		promotionField(
			'searchCancellablePromotions',
			'The promotion to cancel. This is permanent, and possible only while the promotion is being prepared; afterwards it may no longer exist.',
		),
		{
			displayName:
				'This is permanent: a cancelled promotion cannot be resumed. Possible only while it is being prepared.',
			name: 'cancelNotice',
			type: 'notice',
			default: '',
		},
	],
	execute: async (item) =>
		await changeStatus(item, {
			status: 'Cancelled',
			verb: 'cancel',
			advice: 'A promotion can be cancelled only during its preparation. Check its status with Get.',
			mayVanish: true,
		}),
};
