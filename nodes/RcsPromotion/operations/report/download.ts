import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { ByteStream } from '../../../service/answerBody';
import { DownloadInspector } from '../../report/downloadInspector';
import { optionsField, promotionField, promotionIdOf } from '../sharedFields';
import type { Operation } from '../operation';
import { hintAtNoRows, hintAtUnprovenEnd, requireCompleteOption } from './reportDoubts';

export const download: Operation = {
	name: 'Download',
	description: 'Get the delivery report as a CSV file, exactly as the service sends it',
	action: 'Download delivery report as file',
	writes: false,
	properties: [
		promotionField('searchPromotions', 'The promotion whose report to download'),
		{
			displayName: 'Put Output File in Field',
			name: 'outputBinaryProperty',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output binary field to put the file in',
		},
		optionsField(requireCompleteOption),
	],
	async execute(item) {
		const { context, client } = item;
		if (item.isTool) {
			throw item.refusal(
				'Download returns a file, which an AI agent cannot use',
				'Choose Get Many or Summarize for this tool.',
			);
		}
		const promotionId = promotionIdOf(item);
		const property = item.form.text('outputBinaryProperty');
		const fileName = reportFileName(promotionId, DateTime.now().setZone(context.getTimezone()).toISODate() ?? '');
		const demands = { complete: item.form.collection('options').isOn('requireComplete') };
		const { file, bytes, inspector } = await client.report(promotionId, async (body) => {
			// Byte for byte, so that it can be shown to the service: in a file not even the key is hidden.
			const inspector = new DownloadInspector(body, demands);
			const file = await store(context, body.inspectedBy(inspector), fileName);
			return { file, bytes: body.bytesRead, inspector };
		});
		const { rows, complete, unreadable } = inspector;
		if (complete === null) hintAtUnprovenEnd(item, promotionId);
		if (unreadable !== undefined) item.hintOnce(unreadableHint(promotionId));
		else if (rows === 0) hintAtNoRows(item, promotionId);
		const json = { fileName, bytes, complete, promotionId, accountId: client.accountId };
		return [{ json, binary: { [property]: file } }];
	},
};

const unreadableHint = (promotionId: string) =>
	`The file of ${promotionId} does not look like a delivery report. It is as the service sent it; Get Many and Summarize cannot read it.`;

/** What file systems and mail programs do not take in a name everywhere. */
const UNSAFE = /[^A-Za-z0-9._-]+/g;
const LONGEST_ID = 80;

/** Such as `rcs-report-6650f1c2a1-2026-11-20.csv`. The date is that of the download, as reports grow for days. */
export function reportFileName(promotionId: string, isoDate: string): string {
	const id = promotionId
		.replace(UNSAFE, '-')
		.replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
		.slice(0, LONGEST_ID);
	return ['rcs-report', id, isoDate].filter((part) => part !== '').join('-') + '.csv';
}

type BinarySource = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

async function store(context: IExecuteFunctions, stream: ByteStream, fileName: string): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(stream as unknown as BinarySource, fileName, 'text/csv');
}
