import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { benchCase, finished, type Bench } from '../parts/benchCase';
import {
	bodyOf,
	countRows,
	hashOfSent,
	plainUpload,
	prepareContacts,
	prepareLaunch,
	type ContactList,
	type ContactsInput,
	type LaunchInput,
} from '../parts/contacts';
import { floorsOf } from '../parts/floors';
import { extractCsv, httpRequest } from '../parts/nativeNodes';
import { digitsOf } from '../parts/people';

/** Every run is a campaign of its own. */
let runs = 0;

const fileItems = async ({ engine }: Bench, { file }: ContactsInput) => [await engine.fileItem(createReadStream(file))];

/** The fields that hold what goes out. */
const FIELDS: INodeParameters = { phoneField: 'phone', nameField: 'name' };
const OPTIONS: INodeParameters = { moreFields: { languageField: 'language' } };

const NO_SERVICE = { baseUrl: 'http://127.0.0.1:9', accountId: 'bench', apiKey: 'unused' };

/** The check that a launch makes, alone: a million contacts with 1% duplicates, and the file without them. */
const check = benchCase<ContactsInput>({
	name: 'contacts-check',
	rows: 1_000_000,
	limits: { minimumPeerToOurs: 0.8, ratioToFloor: 3, oursRssGrowthMb: 128 },
	prepare: prepareContacts,
	sides: {
		...floorsOf<ContactsInput>(async ({ file }, see) => {
			let bytes = 0;
			for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
				bytes += chunk.length;
				see?.(chunk);
			}
			return () => ({ bytes });
		}),
		async ours(bench, input) {
			const credentials = bench.engine.credentials('rcsPromotionApi', NO_SERVICE);
			const items = await fileItems(bench, input);
			const parameters = {
				...{ resource: 'contactList', operation: 'check', recipients: 'csvFile' },
				...{ ...FIELDS, options: OPTIONS },
			};
			return async () => {
				const { json } = await finished(bench.engine.run({ credentials, parameters, items }));
				const { rows, duplicatesRemoved: duplicates } = json[0]?.recipients as IDataObject;
				return () => ({ found: { rows, duplicates } });
			};
		},
		floor:
			(_bench, { file }) =>
			async () => {
				const rows = await countRows(file);
				return () => ({ found: { rows } });
			},
		async peer(bench, input) {
			const items = await fileItems(bench, input);
			return async () => {
				const { json } = await finished(bench.engine.run({ nodes: [extractCsv()], items }));
				return () => {
					const hash = createHash('sha256');
					for (const { name, phone, language } of json) hash.update([name, phone, language].join(',') + '\r\n');
					return { found: { rows: json.length, linesSha256: hash.digest('hex') } };
				};
			};
		},
	},
});

/** The same contacts, of which each that would get nothing becomes an item. */
const invalid = benchCase<ContactsInput>({
	name: 'contacts-invalid',
	rows: 1_000_000,
	limits: { oursRssGrowthMb: 128 },
	prepare: prepareContacts,
	sides: {
		async ours(bench, input) {
			const items = await fileItems(bench, input);
			const credentials = bench.engine.credentials('rcsPromotionApi', NO_SERVICE);
			const chosen = {
				...{ resource: 'contactList', operation: 'findInvalid', recipients: 'csvFile', returnAll: true },
				...{ ...FIELDS, options: OPTIONS },
			};
			return async () => {
				const { json } = await finished(bench.engine.run({ credentials, parameters: chosen, items }));
				return () => ({ found: { duplicates: json.length } });
			};
		},
	},
});

/** Launches the file by our node. */
async function launcher(bench: Bench, input: LaunchInput, options: INodeParameters = {}, country = '') {
	const { baseUrl, accountId, apiKey } = input;
	const credentials = bench.engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const items = await fileItems(bench, input);
	return async () => {
		const name = `ours ${process.pid} ${++runs}`;
		const parameters = {
			resource: 'promotion',
			operation: 'launch',
			recipients: 'csvFile',
			promotionName: name,
			// Another template each time, as the same one to the same people is a repeat.
			templateName: name,
			templateId: 'spring-1',
			templateLanguage: 'en',
			cardsMode: 'none',
			country,
			...FIELDS,
			options: { ...OPTIONS, maximumRecipients: input.rows, ...options },
		};
		const { json } = await finished(bench.engine.run({ credentials, parameters, items }));
		const { promotionId, recipients } = json[0] as { promotionId: string; recipients: Record<string, number> };
		return async () => ({
			found: { sentSha256: await hashOfSent(input, promotionId), rows: recipients.rows },
		});
	};
}

/** A million contacts checked, freed of duplicates and launched; the peer uploads them as they are, without any check. */
const launch = benchCase<LaunchInput>({
	name: 'launch',
	rows: 1_000_000,
	limits: { ratioToFloor: 3, oursRssGrowthMb: 192 },
	prepare: prepareLaunch,
	sides: {
		...floorsOf<LaunchInput>(async (input, see) => {
			const promotionId = await plainUpload(input, `floor ${++runs}`, see);
			return async () => ({ sha256: await hashOfSent(input, promotionId) });
		}),
		ours: launcher,
		/** Reads the rows once, and uploads. */
		floor: (_bench, input) => async () => {
			const rows = await countRows(input.file);
			const promotionId = await plainUpload(input, `floor ${++runs}`);
			return async () => ({ found: { rows, sha256: await hashOfSent(input, promotionId) } });
		},
		async peer(bench, input) {
			const items = await fileItems(bench, input);
			return async () => {
				const body = JSON.stringify(bodyOf(`peer ${++runs}`));
				const node = httpRequest(input.launchUrl, input.apiKey, {
					method: 'POST',
					sendBody: true,
					contentType: 'multipart-form-data',
					bodyParameters: {
						parameters: [
							{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
							{ parameterType: 'formData', name: 'body', value: body },
						],
					},
				});
				const { json } = await finished(bench.engine.run({ nodes: [node], items }));
				return async () => ({ found: { sha256: await hashOfSent(input, json[0]?.promotionId as string) } });
			};
		},
	},
});

/** Every twentieth contact; of the duplicates none is among them. */
const LEFT_OUT_EVERY = 20;

const german: ContactList = {
	written: (digits) => `0170 ${digits}`,
	sent: (digits) => `+49170${digits}`,
	isLeftOut: (row) => row % LEFT_OUT_EVERY === 0,
};

/** The same with phones that are written without a country code, and 50,000 people who do not want to be written to. */
const filtered = benchCase<LaunchInput>({
	name: 'launch-filtered',
	rows: 1_000_000,
	limits: { oursRssGrowthMb: 128 },
	prepare: async (rows) => await prepareLaunch(rows, german),
	sides: {
		async ours(bench, input) {
			const phoneOf = (index: number) => german.written(digitsOf(index * LEFT_OUT_EVERY));
			const listed = Array.from({ length: input.rows / LEFT_OUT_EVERY }, (_, index) => phoneOf(index));
			return await launcher(bench, input, { doNotContact: listed.join('\n') }, 'DE');
		},
	},
});

export const cases = [check, invalid, launch, filtered];
