/** What the launch cases share: the file, the simulated service in another process, and the least work that could do. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { connectControl, startSimulatorProcess } from '../../simulator';
import type { Bench } from './benchCase';
import { finished } from './reportCase';

export interface LaunchInput extends IDataObject {
	baseUrl: string;
	accountId: string;
	apiKey: string;
	controlUrl: string;
	launchUrl: string;
	file: string;
}

const american = (number: number) => `+1555${String(number).padStart(7, '0')}`;

/** One contact in a hundred has the phone number of the one before. */
function* contactRows(count: number, phoneOf: (number: number) => string): Generator<string> {
	yield 'name,phone,language\r\n';
	for (let index = 0; index < count; index++) {
		const number = index % 100 === 99 ? index - 1 : index;
		yield `Contact ${String(index).padStart(7, '0')},${phoneOf(number)},en\r\n`;
	}
}

export async function prepareLaunch(count: number, phoneOf = american) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-launch-'));
	const file = join(folder, 'contacts.csv');
	await pipeline(Readable.from(contactRows(count, phoneOf)), createWriteStream(file));
	// Hashing alone, so that the service is not what is measured.
	const settings = { contactInspection: 'hash' as const };
	const simulator = await startSimulatorProcess({ personality: 'alder', controlPort: 0, settings });
	const { baseUrl, accountId, apiKey, controlUrl } = simulator;
	const launchUrl = `${baseUrl}/api/v2/promotion/${accountId}/template/launch?name=Customers`;
	const input: LaunchInput = { baseUrl, accountId, apiKey, controlUrl: controlUrl ?? '', launchUrl, file };
	const stop = async () => {
		await simulator.stop();
		await rm(folder, { recursive: true, force: true });
	};
	return { input, stop };
}

/** Each run is a campaign of its own. */
export const bodyOf = (run: string) => ({
	name: run,
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	template: { name: 'spring', id: run, language: 'en' },
	channelType: 'rcs',
});

/** Launches the file by our node, each time as a campaign of its own. */
export async function launcherOf({ engine }: Bench, input: LaunchInput, options: INodeParameters = {}) {
	const { baseUrl, accountId, apiKey } = input;
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const items = [await engine.fileItem(createReadStream(input.file))];
	let runs = 0;
	return async () => {
		const run = `ours ${process.pid} ${++runs}`;
		const parameters = {
			resource: 'promotion',
			operation: 'launch',
			recipients: 'csvFile',
			promotionName: run,
			templateName: 'spring',
			templateId: run,
			templateLanguage: 'en',
			cardsMode: 'none',
			options: { maximumRecipients: 0, ...options },
		};
		const { json } = await finished(engine.run({ credentials, parameters, items }));
		const { promotionId, recipients } = json[0] as { promotionId: string; recipients: Record<string, number> };
		const { duplicatesRemoved = 0, suppressed = 0 } = recipients;
		return { taken: await contactsTaken(input, promotionId), duplicatesRemoved, suppressed };
	};
}

/** How many contacts the service took. */
export async function contactsTaken({ controlUrl }: LaunchInput, promotionId: string): Promise<number> {
	return (await connectControl(controlUrl).promotion(promotionId)).recipients;
}

export async function countRows(file: string): Promise<number> {
	let rows = -1;
	for await (const _row of createReadStream(file).pipe(parse())) rows++;
	return rows;
}

/** The form by Node's own means: nothing can be had for less. */
export async function plainUpload({ launchUrl, apiKey, file }: LaunchInput, body: object): Promise<string> {
	const boundary = 'plain-boundary';
	const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="contacts.csv"\r\nContent-Type: text/csv\r\n\r\n`;
	const tail = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="body"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}\r\n--${boundary}--\r\n`;
	const { size } = await stat(file);
	return await new Promise((resolve, reject) => {
		const upload = request(
			launchUrl,
			{
				method: 'POST',
				headers: {
					'x-api-key': apiKey,
					'content-type': `multipart/form-data; boundary=${boundary}`,
					'content-length': head.length + size + Buffer.byteLength(tail),
				},
			},
			(response) => {
				text(response).then((answer) => resolve((JSON.parse(answer) as { promotionId: string }).promotionId), reject);
			},
		);
		upload.on('error', reject).write(head);
		createReadStream(file)
			.on('error', reject)
			.on('end', () => upload.end(tail))
			.pipe(upload, { end: false });
	});
}
