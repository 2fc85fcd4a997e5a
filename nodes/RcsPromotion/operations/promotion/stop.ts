import { promotionField } from '../sharedFields';
import type { Operation } from '../operation';
import { changeStatus, onlyIfNamedField } from './changeStatus';

const ONLY_WHILE_PREPARED =
	'Works only while the promotion is being prepared. The service documents no way to resume it.';

export const stop: Operation = {
	name: 'Stop',
	description: ONLY_WHILE_PREPARED,
	action: 'Stop promotion',
	writes: true,
	properties: [
		promotionField('The promotion to stop', 'searchActivePromotions'),
		onlyIfNamedField,
		{ displayName: ONLY_WHILE_PREPARED, name: 'stopNotice', type: 'notice', default: '' },
	],
	execute: async (item) => await changeStatus(item, 'Stopped'),
};
