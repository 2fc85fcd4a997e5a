import { promotionField } from '../fields';
import type { Operation } from '../operation';
import { changeStatus } from './changeStatus';

export const stop: Operation = {
	name: 'Stop',
	description:
		'Stop a promotion for the time being. Possible only during its preparation; the service documents no way to resume it.',
	action: 'Stop a promotion',
	writes: true,
	properties: [
		promotionField(
			'searchActivePromotions',
			'The promotion to stop. This is possible only while it is being prepared; how to resume it is up to the service, which documents no call for that.',
		),
		{
			displayName:
				'Possible only while the promotion is being prepared. The service can resume it, but documents no call for that, so this node has no Resume.',
			name: 'stopNotice',
			type: 'notice',
			default: '',
		},
	],
	execute: async (item) =>
		await changeStatus(item, {
			status: 'Stopped',
			verb: 'stop',
			advice: 'A promotion can be stopped only during its preparation. Check its status with Get.',
			mayVanish: false,
		}),
};
