/** The recipes once more, with what may come in the way of the people who use them. */
import { approveByForm, pageAt, uploadByForm } from './formPages';
import { RecipeRun } from './recipeRun';

/** Files that people do have, and the page that says what to do about them. */
export async function unusableFiles(run: RecipeRun): Promise<void> {
	const fromExcel = Buffer.from('Name;Handynummer\r\nJürgen Groß;+15550101000\r\n', 'latin1');
	const encoding = await uploadByForm(run, { name: 'From Excel', csv: fromExcel });
	run.expectMatch('the page about the encoding', await pageAt(run, encoding), /cannot be sent.*CSV UTF-8/s);
	const odd = ['+15550101000', '4.9151E+11', '+15550101001 / +15550101002', '015550101003', '+1555'];
	const csv = ['name,phone', ...odd.map((phone, index) => `Person ${index},${phone}`)].join('\n');
	const numbers = await pageAt(run, await uploadByForm(run, { name: 'Odd numbers', csv }));
	run.expectMatch('the page about the numbers', numbers, /4 of 5 phone numbers look wrong/);
	for (const line of [3, 4, 5, 6]) run.expectMatch(`line ${line}`, numbers, new RegExp(`Line ${line}: .*phone number`));
}

/** The same file again: under its name, which the dry run finds, and under another, which only the launch recognizes. */
export async function repeatsByForm(run: RecipeRun, csv: string): Promise<void> {
	const again = await uploadByForm(run, { name: 'By <i>form</i>', csv });
	run.expectMatch('the page about the name', await pageAt(run, again), /cannot be sent.*already exists/s);
	const renamed = await uploadByForm(run, { name: 'By form, again', csv });
	run.expectMatch('the page to decide on', await pageAt(run, renamed), /40 people.*Send it/s);
	run.expectMatch('the page about the repeat', await approveByForm(run, renamed), /needs a look.*sent the template/s);
}

/** The same customers, three of them with something to correct. */
export async function wrongNumbers(run: RecipeRun): Promise<void> {
	const wrong = [
		{ id: '5107', properties: { firstname: 'Greta', phone: '12345', mobilephone: 'ask her' } },
		{ id: '5108', properties: { firstname: 'Hugo', phone: '', mobilephone: '' } },
		{ id: '5109', properties: { firstname: 'Ada', phone: '', mobilephone: '+1 (555) 010-0101' } },
	];
	const customers = (run.workflow.pinData?.['Find customers'] ?? []) as object[];
	const pinData = { 'Find customers': [...customers, ...wrong.map((json) => ({ json }))] };
	const faulty = await run.changed('with wrong numbers', { pinData });
	const { execution, message } = await faulty.executeToStop();
	const found = faulty.items(execution, 'Contacts to correct').map(({ crmId, reason }) => [crmId, reason]);
	const expected = [
		['5107', 'notOneNumber'],
		['5108', 'noNumber'],
		['5109', 'duplicate'],
	];
	faulty.expect('contacts to correct', found, expected);
	faulty.expectMatch(
		'the message',
		message,
		/^Item 7: "ask …" is not a phone number, or contains more than one\nItem 8: there is no phone number/,
	);
	faulty.expect('launches with wrong numbers', faulty.launches().length, 0);
}

/** The same workflow where the sheet has customers elsewhere only. */
export async function nobodyInBerlin(run: RecipeRun): Promise<void> {
	const customers = (run.workflow.pinData?.['Read customers'] ?? []) as Array<{ json: { City?: string } }>;
	const elsewhere = customers.filter(({ json }) => json.City !== 'Berlin');
	const empty = await run.changed('empty', { pinData: { 'Read customers': elsewhere } });
	const execution = await empty.execute({ trigger: 'Tuesdays at ten' });
	const told = empty.items(execution, 'Say that nobody was in it').map(({ text }) => text);
	empty.expect('told of the empty segment', told, ['No campaign this week: nobody is in the segment.']);
	empty.expect('launches to nobody', empty.launches().length, 0);
}

/** The same workflow where there was no campaign. */
export async function quietWeek(run: RecipeRun): Promise<RecipeRun> {
	const filters = { createdAfter: '={{ $now.toISO() }}' };
	const nodes = run.workflow.nodes.map((node) =>
		node.name === 'Campaigns of the week' ? { ...node, parameters: { ...node.parameters, filters } } : node,
	);
	return await run.changed('after a quiet week', { nodes });
}

/** If it is not known who got a campaign, nobody gets another one. */
export async function reportMissing({ rest, service, workflow }: RecipeRun): Promise<void> {
	const run = new RecipeRun(rest, service, workflow);
	const promotionId = 'demo-spring-sale';
	const fault = { kind: 'status', status: 404 } as const;
	const misbehaviour = service.misbehave({ endpoint: 'report', promotionId, fault, times: 'always' });
	const { message } = await run.executeToStop();
	service.behave(misbehaviour);
	run.expectMatch('the message', message, /demo-spring-sale/);
	run.expect('launches without a report', run.launches().length, 0);
}
