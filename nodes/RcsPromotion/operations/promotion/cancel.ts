import { promotionField } from '../sharedFields';
import type { Operation } from '../operation';
import { changeStatus, onlyIfNamedField } from './changeStatus';

const PERMANENT =
	'Permanent: a cancelled promotion cannot be resumed. Works only while the promotion is being prepared.';

export const cancel: Operation = {
	name: 'Cancel',
	description: PERMANENT,
	action: 'Cancel promotion permanently',
	writes: true,
	properties: [
		promotionField('The promotion to cancel. Afterwards it may no longer be listed.', 'searchCancellablePromotions'),
		onlyIfNamedField,
		{ displayName: PERMANENT, name: 'cancelNotice', type: 'notice', default: '' },
	],
	execute: async (item) => await changeStatus(item, 'Cancelled'),
};
