import { DateTime } from 'luxon';
import type { ItemContext } from '../itemContext';
import { launchBody } from './body';
import type { PreparedLaunch } from './prepare';
import { jsonUpload, multipartUpload } from './upload';

/** A small test is told apart by its names, so that it can be repeated and leaves the name of the campaign free. */
export function asTest({ context }: ItemContext, launch: PreparedLaunch): PreparedLaunch {
	const mark = `[test ${DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm:ss')}]`;
	const { template, file, contacts, row } = launch;
	const promotionName = `${launch.request.promotionName} ${mark}`;
	const targetListName = `${launch.request.targetListName} ${mark}`;
	const request = { ...launch.request, promotionName, targetListName };
	const body = launchBody({ ...request, template });
	const sent = contacts === 1 ? '1 real recipient' : `${contacts ?? 0} real recipients`;
	return {
		...launch,
		request,
		body,
		upload: file ? () => multipartUpload(file, body) : () => jsonUpload(body),
		warnings: [
			...launch.warnings,
			`This was a test, sent to ${sent} as "${promotionName}", so it does not use up the name. To test without messages, set 'Send' to 'Never (Dry Run)'.`,
		],
		row: { ...row, promotionName, targetListName },
	};
}
