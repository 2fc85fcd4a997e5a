/** Launches as users set them up, at a speed that tests can wait for. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { timeouts } from '../../../nodes/service/timeouts';
import type { RunResult } from '../../harness/runResult';
import type { Setup } from '../support/setup';

/** How much faster than in real life both the service and our patience are. */
export const SPEED = 300;

export function quickLaunches(): void {
	const pausesMs = timeouts.findLaunchedAfterMs.map((ms) => ms / SPEED);
	beforeAll(() => {
		jest.replaceProperty(timeouts, 'launchAnswerMs', 20_000);
		jest.replaceProperty(timeouts, 'findLaunchedAfterMs', pausesMs);
	});
	afterAll(() => jest.restoreAllMocks());
}

/** Every number that was sent anywhere, as far as the simulator read the file. */
export const phonesReached = (setup: Setup): string[] =>
	setup.simulator.launches().flatMap(({ file }) => {
		const at = file?.contents?.columns.indexOf('phone') ?? -1;
		return (file?.contents?.firstRows ?? []).map((row) => String(row[at]));
	});

/** Requests that could have made a launch: a dry run only reads the list. */
export const writes = (setup: Setup) => setup.simulator.requests().filter(({ method }) => method !== 'GET');

/** A number that exists as far as anybody can tell, which is what nearly all lists hold. */
export const phone = (index: number) => `+1415${String(2_000_000 + index)}`;

const people = (count: number, from: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `Contact ${from + index}`, phone: phone(from + index) }));

/** So many people; those from another start are other people. */
export const csv = (count: number, from = 0) =>
	['name,phone', ...people(count, from).map((person) => `${person.name},${person.phone}`), ''].join('\r\n');

export const contacts = (count: number, from = 0): INodeExecutionData[] =>
	people(count, from).map((json) => ({ json }));

/** The user's own phones. */
export const OWN = ['+4915112345678', '+4915112345679'];
export const onOwn: INodeParameters = { testPhones: OWN.join() };
/** A card that greets by name. */
export const CARD = {
	card: [
		{
			headerImageUrl: 'https://example.com/spring.jpg',
			variables: {
				variable: [
					{ source: 'column', column: 'name' },
					{ source: 'text', text: 'See you soon' },
				],
			},
		},
	],
};
/** Whom no test may reach. */
export const strangers = (setup: Setup) => phonesReached(setup).filter((number) => !OWN.includes(number));

/** What a form with a header-only card says. */
export const filledForm: INodeParameters = {
	promotionName: 'Spring Sale',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cards: { card: [{ headerImageUrl: 'https://example.com/spring.jpg' }] },
};

/** The fields of `contacts` and `csv`. */
const ourFields: INodeParameters = { phoneField: 'phone', nameField: 'name' };
export const fromFile: INodeParameters = { recipients: 'csvFile', ...ourFields, ...filledForm };
export const fromItems: INodeParameters = { recipients: 'inputItems', ...ourFields, ...filledForm };
export const fromList: INodeParameters = {
	recipients: 'uploadedList',
	targetListName: 'Customers March',
	...filledForm,
};

type Circumstances = Parameters<Setup['run']>[2];
type Launch = (setup: Setup, parameters?: INodeParameters, circumstances?: Circumstances) => Promise<RunResult>;

/** Launches a CSV file with three contacts, unless given something else. */
export const launchFile: Launch = async (setup, parameters, { items, ...others } = {}) => {
	const input = items ?? [await setup.engine.fileItem(csv(3))];
	return await setup.run('promotion.launch', { ...fromFile, ...parameters }, { items: input, ...others });
};

export const launchItems: Launch = async (setup, parameters, { items = contacts(3), ...others } = {}) =>
	await setup.run('promotion.launch', { ...fromItems, ...parameters }, { items, ...others });

export const launchList: Launch = async (setup, parameters, circumstances) =>
	await setup.run('promotion.launch', { ...fromList, ...parameters }, circumstances);

/** The one item of a launch that went well. */
export function launched(result: RunResult): IDataObject {
	expect(result.error).toBeUndefined();
	expect(result.json).toHaveLength(1);
	return result.json[0] as IDataObject;
}

export const hintsOf = ({ hints }: RunResult): string[] => hints.map(({ message }) => message);
