import type { IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { Refusal } from '../../../service/refusal';
import { looksLikeHtml } from '../../../service/answers';
import { UnusableAnswer, type AnswerBody } from '../../../service/http';
import { looksLikeReport } from '../../report/columns';
import { describeIncomplete } from '../../report/report';
import type { Operation } from '../operation';
import { promotionField, readPromotionId } from '../sharedFields';

export const download: Operation = {
	name: 'Download',
	description: 'Get the delivery report as a CSV file, exactly as the service sends it',
	action: 'Download delivery report as file',
	writes: false,
	properties: [
		promotionField('The promotion whose report to download'),
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
			throw new Refusal(
				'Download returns a file, which an AI agent cannot use',
				'Choose Get Many or Summarize for this tool.',
				'Use a tool that summarizes the report, or one that gets its recipients.',
			);
		}
		const promotionId = readPromotionId(item);
		const property = item.form.text('outputBinaryProperty');
		const fileName = reportFileName(promotionId, DateTime.now().setZone(context.getTimezone()).toISODate() ?? '');
		const { file, bytes, inspector } = await client.report(promotionId, async (body) => {
			// The file is kept byte for byte, so that it can be shown to the provider. Not even the API key is hidden in it.
			const inspector = new DownloadInspector(body);
			const stream = body.toStream(inspector.chunks()) as unknown as BinarySource;
			const file = await context.helpers.prepareBinaryData(stream, fileName, 'text/csv');
			return { file, bytes: body.bytesRead, inspector };
		});
		const { complete, isReport } = inspector;
		if (complete === null) item.hintOnce(describeIncomplete(promotionId));
		if (!isReport) {
			item.hintOnce(
				`The file of ${promotionId} does not look like a delivery report. It is exactly what the service sent; Get Many and Summarize cannot read it.`,
			);
		}
		const json = { fileName, bytes, complete, promotionId, accountId: client.accountId };
		return [{ json, binary: { [property]: file } }];
	},
};

type BinarySource = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** For example `rcs-report-6650f1c2a1-2026-11-20.csv`, valid in every file system. The date is that of the download, because reports grow for days. */
export const reportFileName = (promotionId: string, isoDate: string): string =>
	`rcs-report-${promotionId.replace(/[^A-Za-z0-9._-]+/g, '-')}-${isoDate}.csv`;

/** Enough of a file to see what it is. */
const INSPECTED_BYTES = 64 * 1024;

/** Passes on every file but a web page or JSON, because a user whose report cannot be read wants to see the file. */
export class DownloadInspector {
	private head = Buffer.alloc(0);
	private lastByte: number | undefined;

	constructor(private readonly body: Pick<AnswerBody, 'answer' | 'chunks' | 'isProvenComplete' | 'readError'>) {}

	/** The bytes as they are. */
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		for await (const chunk of this.body.chunks()) {
			if (this.head.length < INSPECTED_BYTES) this.head = Buffer.concat([this.head, chunk]);
			this.lastByte = chunk.at(-1) ?? this.lastByte;
			yield chunk;
		}
		if (this.isReport || !isPageOrJson(this.text)) return;
		this.body.readError = new UnusableAnswer({ ...this.body.answer, body: this.text });
		throw this.body.readError;
	}

	/** Whether Get Many can read the file, judging by its beginning. */
	get isReport(): boolean {
		return looksLikeReport(this.text);
	}

	/** True, or null if it cannot be proven. */
	get complete(): true | null {
		const endsWithLineBreak = this.lastByte === undefined || this.lastByte === 0x0a || this.lastByte === 0x0d;
		return this.body.isProvenComplete(endsWithLineBreak) ? true : null;
	}

	private get text(): string {
		return this.head.toString('utf8');
	}
}

const isPageOrJson = (head: string) => looksLikeHtml(head) || /^\s*\{/.test(head);
