import { createReadStream } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import type { BenchCase } from '../frame/benchCase';
import { contactsTaken, prepareLaunch, type LaunchInput } from '../frame/launchCase';
import { finished } from '../frame/reportCase';

const CONTACTS = 1_000_000;
const LISTED = 50_000;

const german = (number: number) => `0170 ${String(number).padStart(8, '0')}`;
/** Every twentieth contact; of the duplicates none is among them. */
const doNotContact = () => Array.from({ length: LISTED }, (_, index) => german(index * 20)).join('\n');

/** The same with phones that are written without a country code, and 50,000 people who do not want to be written to. */
export const benchCase: BenchCase<LaunchInput> = {
	name: 'launch-1m-filtered',
	title: '1,000,000 contacts made international, 50,000 left out',
	limits: { oursRssGrowthMb: 96 },
	async prepare() {
		const { input, stop } = await prepareLaunch(CONTACTS, german);
		return { input, expected: { contacts: CONTACTS, suppressed: LISTED }, stop };
	},
	sides: {
		async ours({ engine }, input) {
			const { baseUrl, accountId, apiKey } = input;
			const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
			const items = [await engine.fileItem(createReadStream(input.file))];
			let runs = 0;
			return async () => {
				const run = `ours ${process.pid} ${++runs}`;
				const options = { maximumRecipients: 0, phoneFormat: 'international', country: 'DE' };
				const parameters = {
					resource: 'promotion',
					operation: 'launch',
					recipients: 'csvFile',
					promotionName: run,
					templateName: 'spring',
					templateId: run,
					templateLanguage: 'en',
					cardsMode: 'none',
					options: { ...options, doNotContact: doNotContact() },
				};
				const { json } = await finished(engine.run({ credentials, parameters, items }));
				const { promotionId, recipients } = json[0] as { promotionId: string; recipients: IDataObject };
				const { duplicatesRemoved, suppressed } = recipients as Record<string, number>;
				const taken = await contactsTaken(input, promotionId);
				return {
					found: { contacts: taken + (duplicatesRemoved ?? 0) + (suppressed ?? 0), suppressed: suppressed ?? 0 },
				};
			};
		},
	},
};
