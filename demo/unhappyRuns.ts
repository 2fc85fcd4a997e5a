/** The recipes once more, with what may come in the way of the people who use them. */
import { approveByForm, pageAt, uploadByForm } from './formPages';
import { RecipeRun } from './recipeRun';

/** Files that people do have, and the page that says what to do about them. */
export async function unusableFiles(run: RecipeRun): Promise<void> {
	const german = ['Name;Handynummer', 'Jürgen Groß;0151 23456780', ';0151 23456781', 'Änne Müller;0151 23456780'];
	const fromExcel = Buffer.from(german.join('\r\n'), 'latin1');
	const refused = await pageAt(run, await uploadByForm(run, { name: 'From Excel', csv: fromExcel }));
	run.expectMatch('the page about the country', refused, /Nothing was sent.*go back to the form, choose that country/s);
	const country = 'Germany (DE)';
	const approve = await pageAt(run, await uploadByForm(run, { name: 'From Excel', csv: fromExcel, country }));
	run.expectMatch('the page to decide on', approve, /to 2 people.*Jürgen Groß, \+4915123456780.*get nothing.*Line 4/s);
	const odd = ['+15550101000', '4.9151E+11', '+15550101001 / +15550101002', '015550101003', '+1555'];
	const csv = ['name,phone', ...odd.map((phone, index) => `Person ${index},${phone}`)].join('\n');
	const numbers = await pageAt(run, await uploadByForm(run, { name: 'Odd numbers', csv }));
	run.expectMatch('the page about the numbers', numbers, /Nothing was sent.*4 of 5 phone numbers look wrong/s);
	run.expectMatch('the lines in their order', numbers, /Line 3 .*Line 4 .*Line 5 .*Line 6 .*Back to the form/s);
	run.expect(
		'words of n8n on the pages',
		/'Country'|'Options'|Refuse Repeats|Check Contacts/.test(refused + numbers),
		false,
	);
}

/** The same file again: under its name, which the dry run finds, and under another, which only the launch recognizes. */
export async function repeatsByForm(run: RecipeRun, csv: string): Promise<void> {
	const again = await uploadByForm(run, { name: 'By <i>form</i>', csv });
	run.expectMatch('the page about the name', await pageAt(run, again), /Nothing was sent.*campaign with this name/s);
	const renamed = await uploadByForm(run, { name: 'By form, again', csv });
	run.expectMatch('the page to decide on', await pageAt(run, renamed), /40 people.*Send it/s);
	run.expectMatch('the page about the repeat', await approveByForm(run, renamed), /Nothing was sent.*short while ago/s);
}

/** If the service never answered, the page calls the campaign neither sent nor unsent. */
export async function unansweredByForm(run: RecipeRun): Promise<void> {
	const csv = 'name,phone\nAda,+15550102000\n';
	const page = await uploadByForm(run, { name: 'By form, unanswered', csv });
	await pageAt(run, page);
	const fault = { kind: 'status', status: 503 } as const;
	const misbehaviour = run.service.misbehave({ endpoint: 'launch', fault, times: 1 });
	const last = await approveByForm(run, page);
	run.service.behave(misbehaviour);
	run.expectMatch('the page after no answer', last, /Do not send it again.*It is not known whether it was sent/s);
	run.expect('whether it says that nothing was sent', /Nothing was sent/.test(last), false);
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
