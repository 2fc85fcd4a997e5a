import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { contacts, csv, launched, launchFile, launchItems, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const FORM: INodeParameters = { promotionName: 'Spring Sale', options: { contactListName: 'Customers' } };

async function codeOf(world: World, parameters: INodeParameters = FORM, items = contacts(30)): Promise<string> {
	const row = launched(await launchItems(world, { ...parameters, sendMode: 'dryRun' }, { items }));
	expect(row.launched).toBe(false);
	return row.approvalCode as string;
}

const withCode = (approvalCode: unknown, parameters: INodeParameters = FORM): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), approvalCode } as INodeParameters,
});

describe('an approval code', () => {
	inOneWorld('lets exactly that launch go, in another execution', async (world) => {
		const code = await codeOf(world);
		expect(await codeOf(world)).toBe(code);
		launched(await launchItems(world, withCode(code), { items: contacts(30) }));
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('is asked by a dry run as well', async (world) => {
		const code = await codeOf(world);
		const dryRun = async (approvalCode: string) => {
			const parameters = { ...withCode(approvalCode), sendMode: 'dryRun' };
			return launched(await launchItems(world, parameters, { items: contacts(30) })).warnings as string[];
		};
		const stop = 'A live run would stop here: ';
		expect(await dryRun(code)).toEqual([]);
		expect(await dryRun('yes')).toEqual([expect.stringContaining(`${stop}'Approval Code' is not a code`)]);
		const other = await codeOf(world, FORM, contacts(31));
		expect(await dryRun(other)).toEqual([expect.stringContaining(`${stop}This is not what was approved.`)]);
	});

	inOneWorld('is the same for a test as for the live run', async (world) => {
		const code = await codeOf(world, FORM, contacts(3));
		launched(await launchItems(world, withCode(code), { items: contacts(3), mode: 'manual' }));
		launched(await launchItems(world, withCode(code), { items: contacts(3) }));
		expect(world.simulator.launches()).toHaveLength(2);
	});

	const card = (text: string) => ({ card: [{ variables: { variable: [{ source: 'text', text }] } }] });
	inOneWorld.each<{ changed: string; parameters?: INodeParameters; items?: ReturnType<typeof contacts> }>([
		{ changed: 'contacts', items: contacts(31) },
		{
			changed: 'contacts',
			items: contacts(30).map(({ json }) => ({ json: { ...json, name: `${String(json.name)}!` } })),
		},
		{ changed: 'promotion name', parameters: { ...FORM, promotionName: 'Summer Sale' } },
		{ changed: 'contact list', parameters: { ...FORM, options: { contactListName: 'Others' } } },
		{ changed: 'template', parameters: { ...FORM, templateLanguage: 'de' } },
		{ changed: 'template', parameters: { ...FORM, cards: card('Hello!') } },
		{
			changed: 'other fields of the launch',
			parameters: { ...FORM, options: { contactListName: 'Customers', additionalBodyFields: '{"note": 1}' } },
		},
	])(
		'refuses what has changed since: $changed',
		async (world, { changed, parameters = FORM, items = contacts(30) }) => {
			const code = await codeOf(world);
			const { error } = await launchItems(world, withCode(code, parameters), { items });
			expect(error?.message).toBe(
				`This is not what was approved. Changed since then: ${changed} (${items.length} contacts received nothing)`,
			);
			expect(world.requests('launch')).toBe(0);
		},
	);

	inOneWorld('refuses another account', async (world) => {
		const code = await codeOf(world);
		const { baseUrl, apiKey } = world.simulator;
		const credentials = world.engine.credentials('rcsPromotionApi', { baseUrl, apiKey, accountId: 'another' });
		const result = await world.engine.run({
			credentials,
			workflowId: world.workflowId,
			parameters: {
				resource: 'promotion',
				operation: 'launch',
				recipients: 'inputItems',
				templateName: 'spring_sale',
				templateId: 't-1',
				templateLanguage: 'en',
				cards: { card: [{ headerImageUrl: 'https://example.com/spring.jpg' }] },
				...withCode(code),
			},
			items: contacts(30),
		});
		expect(result.error?.message).toContain('Changed since then: account (');
	});

	inOneWorld.each(['yes', 'approved', '={{ "" }}', '={{ $json.missing }}', '={{ null }}'])(
		'refuses %p, which is none',
		async (world, approvalCode) => {
			const { error } = await launchItems(world, withCode(approvalCode), { items: contacts(3) });
			expect(error?.message).toMatch(/'Approval Code' is (not a code from a dry run|empty)/);
			expect(world.requests('launch')).toBe(0);
		},
	);

	inOneWorld('holds for a file, too', async (world) => {
		const run = async (content: string, options: INodeParameters, sendMode = 'careful') =>
			await launchFile(world, { options, sendMode }, { items: [await world.engine.fileItem(content)] });
		const { approvalCode } = launched(await run(csv(30), {}, 'dryRun'));
		expect((await run(csv(29), { approvalCode } as INodeParameters)).error?.message).toContain('contacts');
		launched(await run(csv(30), { approvalCode } as INodeParameters));
	});
});
