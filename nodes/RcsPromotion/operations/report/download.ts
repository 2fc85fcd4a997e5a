import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { ByteStream } from '../../../service/reportStream';
import { reportFileName } from '../../report/fileName';
import { DownloadInspector } from '../../report/downloadInspector';
import { promotionField, promotionIdOf } from '../fields';
import type { Operation } from '../operation';
import { hintAtUncertainEnd, nothingYet } from './fields';
import type { ItemContext } from '../../itemContext';

export const download: Operation = {
	name: 'Download',
	description: 'Get the delivery report as a CSV file, byte for byte as the service sends it',
	action: 'Download a delivery report as a file',
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
	],
	async execute(item) {
		const { context, client } = item;
		if (item.isTool) {
			throw item.refusal(
				'Download gives a file, which an AI agent cannot take',
				'Choose Get Many or Summarize for this tool.',
			);
		}
		const promotionId = promotionIdOf(item);
		const property = propertyOf(item);
		const fileName = reportFileName(promotionId, DateTime.now().setZone(context.getTimezone()).toISODate() ?? '');
		const { file, bytes, rows, unreadable, endIsUncertain } = await client.report(promotionId, async (body) => {
			// Byte for byte, so that it can be shown to the service: in a file not even the key is hidden.
			const inspector = new DownloadInspector(body);
			const file = await store(context, body.inspectedBy(inspector), fileName);
			const { rows, unreadable } = inspector;
			return { file, bytes: body.bytesRead, rows, unreadable, endIsUncertain: !body.endIsMarked };
		});
		hintAtUncertainEnd(item, promotionId, endIsUncertain);
		if (unreadable !== undefined) item.hintOnce(`${unreadable} The file is as the service sent it.`);
		else if (rows === 0) item.hintOnce(nothingYet(promotionId));
		return [{ json: { accountId: client.accountId, promotionId, fileName, bytes }, binary: { [property]: file } }];
	},
};

type BinarySource = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

async function store(context: IExecuteFunctions, stream: ByteStream, fileName: string): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(stream as unknown as BinarySource, fileName, 'text/csv');
}

function propertyOf(item: ItemContext): string {
	const name: unknown = item.parameter('outputBinaryProperty', 'data');
	if (typeof name === 'string' && name.trim() !== '') return name.trim();
	throw item.refusal(
		'Put Output File in Field is empty',
		'Enter the name of the binary field for the file, such as data.',
	);
}
