/**
 * How to run each operation in the simplest way that works, for rules that hold for all of them.
 * An operation or an option that is not in here fails the tests that need it: add it when you add the operation.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { byId, type Setup } from '../support/setup';

export interface Stage {
	/** Parameters without a usable default. */
	parameters?: INodeParameters;
	items?: INodeExecutionData[];
}

export type Prepare = (setup: Setup) => Stage | Promise<Stage>;

export interface OptionExample {
	/** A value other than the default, which makes a difference on this stage. */
	other: unknown;
	/** Where the difference shows; by default the stage of the example. */
	prepare?: Prepare;
}

export interface Example {
	prepare: Prepare;
	/**
	 * For each option that can be added to a collection, such as `options.summary`. Filters are left out, since adding one is what
	 * makes the difference.
	 */
	options?: Record<string, OptionExample>;
	/** Its items speak of no account, since nothing of the service is in them. */
	withoutAccount?: true;
}

const HOUR = 3_600_000;
export const NOON = Date.parse('2026-03-31T12:00:00.000Z');

const threePromotions: Prepare = ({ simulator }) => {
	simulator.addPromotions([
		{ promotionId: 'id-1', name: 'Beta', phase: 'running', createdAt: NOON },
		{ promotionId: 'id-2', name: 'Alpha', phase: 'completed', createdAt: NOON + HOUR },
		{ promotionId: 'id-3', name: 'Gamma', phase: 'running', createdAt: NOON - HOUR },
	]);
	return {};
};

const oneInPreparation: Prepare = ({ simulator }) => {
	simulator.addPromotion({ promotionId: 'id-1', phase: 'preparation', createdAt: NOON });
	return { parameters: { promotionId: byId('id-1') } };
};

const oneWithReport: Prepare = ({ simulator }) => {
	const report = { rows: 20, seed: 7, awkwardRows: true };
	simulator.addPromotion({ promotionId: 'id-1', phase: 'completed', createdAt: NOON, report });
	return { parameters: { promotionId: byId('id-1') } };
};

const contacts = (rows: string[], header = 'phone,name') => `${[header, ...rows].join('\n')}\n`;
const thirty = Array.from({ length: 30 }, (_, index) => `+4915100000${100 + index},Contact ${index}`);

const ofContacts: INodeParameters = { phoneField: 'phone', nameField: 'name' };

const fileOf =
	(content: string | Buffer): Prepare =>
	async ({ engine }) => ({ items: [await engine.fileItem(content)] });

const checkOf =
	(content: string | Buffer): Prepare =>
	async (setup) => ({ ...(await fileOf(content)(setup)), parameters: { recipients: 'csvFile', ...ofContacts } });

const launchOf =
	(content: string | Buffer, parameters: INodeParameters = {}): Prepare =>
	async (setup) => ({
		...(await fileOf(content)(setup)),
		parameters: {
			...{ recipients: 'csvFile', ...ofContacts, promotionName: 'Spring Sale', cardsMode: 'none' },
			...{ templateName: 'spring', templateId: 't-1', templateLanguage: 'en' },
			...parameters,
		},
	});

const someContacts = contacts(thirty);
const oneOdd = contacts([...thirty, '12,Short']);
const manyOdd = contacts([...thirty, ...['12', '34', '56'].map((phone) => `${phone},Short`)]);
const inWindows1252 = Buffer.from(`${someContacts}+4915100000200,René\n`, 'latin1');

const readingOptions = (prepare: (content: string | Buffer) => Prepare): Example['options'] => ({
	'options.encoding': { other: 'utf8OrWindows1252', prepare: prepare(inWindows1252) },
	'options.moreFields': { other: { languageField: 'name' } },
	'options.doNotContact': { other: '0049 151 00000-100' },
});

const checkOptions = (prepare: (content: string | Buffer) => Prepare): Example['options'] => ({
	...readingOptions(prepare),
	'options.checkContacts': { other: 'leaveOut', prepare: prepare(manyOdd) },
});

/** The same was launched by an earlier execution, under another name. */
const launchedBefore: Prepare = async (setup) => {
	const { parameters, items } = await launchOf(someContacts, { promotionName: 'Winter Sale' })(setup);
	const { error } = await setup.run('promotion.launch', parameters, { items });
	if (error) throw new Error(`The earlier launch was stopped: ${error.message}`);
	return await launchOf(someContacts)(setup);
};

export const examples: Record<string, Example> = {
	'contactList.check': { prepare: checkOf(someContacts), options: checkOptions(checkOf), withoutAccount: true },
	'contactList.findInvalid': { prepare: checkOf(oneOdd), options: readingOptions(checkOf), withoutAccount: true },
	'promotion.cancel': { prepare: oneInPreparation },
	'promotion.get': { prepare: oneInPreparation },
	'promotion.getAll': { prepare: threePromotions },
	'promotion.launch': {
		prepare: launchOf(someContacts),
		options: {
			...checkOptions(launchOf),
			'options.additionalBodyFields': { other: '{"note":"hello"}' },
			'options.contactListName': { other: 'Spring List' },
			'options.descriptiveProperties': { other: { campaignName: 'Spring' } },
			'options.ifNameExists': {
				other: 'launch',
				prepare: async (setup) => {
					setup.simulator.addPromotion({ promotionId: 'id-1', name: 'Spring Sale', createdAt: NOON - HOUR });
					return await launchOf(someContacts)(setup);
				},
			},
			'options.refuseRepeats': { other: false, prepare: launchedBefore },
			'options.sendFileUnchanged': { other: true },
			'options.maximumLaunches': {
				other: 2,
				prepare: async (setup) => {
					const [one, other] = [await fileOf(someContacts)(setup), await fileOf(contacts(thirty.slice(1)))(setup)];
					const stage = await launchOf(someContacts, { promotionName: '=Sale {{ $itemIndex }}' })(setup);
					return { ...stage, items: [...(one.items ?? []), ...(other.items ?? [])] };
				},
			},
			'options.maximumRecipients': { other: 29 },
		},
	},
	'promotion.stop': { prepare: oneInPreparation },
	'promotion.waitForCompletion': { prepare: oneWithReport },
	'report.download': { prepare: oneWithReport },
	'report.getAll': { prepare: oneWithReport },
	'report.summarize': { prepare: oneWithReport },
	'statistics.compare': {
		prepare: ({ simulator }) => {
			const counters = { attempted: 1000, failed: 10, sent: 990, delivered: 900, read: 331, interacted: 40, optout: 4 };
			const completed = { phase: 'completed', createdAt: NOON } as const;
			simulator.addPromotions([
				{ promotionId: 'id-1', name: 'Spring A', ...completed, counters },
				{ promotionId: 'id-2', name: 'Spring B', ...completed, counters: { ...counters, read: 340 } },
			]);
			return { parameters: { promotionIds: ['id-1', 'id-2'] } };
		},
	},
	'statistics.get': { prepare: oneWithReport, options: { 'options.summary': { other: true } } },
	'statistics.getAll': { prepare: threePromotions, options: { 'options.summary': { other: true } } },
};
