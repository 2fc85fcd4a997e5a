/** The recipes that look back: on the campaigns of a week before the next one goes out, and on those of which nobody was told. */
import { tableOf } from './formPages';
import { RecipeRun } from './recipeRun';

const HOUR = 3_600_000;
const fine = { attempted: 2_000, sent: 1_990, failed: 10, delivered: 1_900, read: 900, interacted: 90, optout: 2 };

/** The weekly campaign after a week that went well, after one that went badly, and after one of which nobody knows. */
export async function afterEachWeek({ rest, service, workflow }: RecipeRun): Promise<void> {
	const lastWeek = (name: string, counters: typeof fine) =>
		service.addPromotion({ name, phase: 'completed', createdAt: service.now() - 100 * HOUR, counters }).promotionId;
	const heldBack = async (message: RegExp) => {
		const run = new RecipeRun(rest, service, workflow);
		const execution = await run.execute({ trigger: 'Tuesdays at ten' });
		const told = run.items(execution, 'Say that it was held back').map(({ text }) => text);
		run.expect('people told', told.length, 1);
		run.expectMatch('the message', told[0], message);
		run.expect('launches after a bad week', run.launches().length, 0);
	};
	const known = lastWeek('Berlin weekly <1>', fine);
	const fault = { kind: 'status', status: 404 } as const;
	const misbehaviour = service.misbehave({ endpoint: 'stats', promotionId: known, fault, times: 'always' });
	await heldBack(/No campaign this week.*Berlin weekly &lt;1&gt;: \S/);
	service.behave(misbehaviour);
	lastWeek('Berlin weekly 2', { ...fine, optout: 40 });
	await heldBack(/No campaign this week.* Berlin weekly 2: 0.5% of attempted failed, 2.11% of delivered opted out$/);
	lastWeek('Berlin weekly 3', { ...fine, sent: 1_800, failed: 200 });
	// The service may show 80 delivered and 840 read: its bare counters are too few to look at.
	lastWeek('Berlin weekly 4', { ...fine, delivered: 920, read: 840, optout: 40 });
	await heldBack(
		/Berlin weekly 4: 0.5% of attempted failed, 4.35% of .*Berlin weekly 3: 10% of attempted failed, 0.11% of delivered/,
	);
}

/** A campaign that ended while the workflow that posts them was switched off; the same once it was posted; and a list that cannot be read. */
export async function missedAlerts(run: RecipeRun): Promise<void> {
	const { service } = run;
	const ended = { createdAt: service.now() - 5 * HOUR, phase: 'completed', counters: fine } as const;
	const { promotionId } = service.addPromotion({ ...ended, name: 'Nobody saw <it>' });
	const execution = await run.execute({ trigger: 'Every morning at nine' });
	const missed = run.items(execution, 'Missed');
	run.expect(
		'whether it was missed',
		missed.some((one) => one.promotionId === promotionId),
		true,
	);
	const told = run.items(execution, 'Tell someone').map(({ text }) => text);
	run.expect('people told', told.length, 1);
	run.expectMatch('the message', told[0], /not posted: .*Nobody saw &lt;it&gt;/);

	const posted = missed.map(({ promotionId: id, name }) => ({ promotionId: id, name }));
	await run.rest.send('POST', `${await tableOf(run, 'rcs_alerts_sent')}/insert`, { data: posted });
	const later = await run.execute({ trigger: 'Every morning at nine' });
	run.expect('missed once it was posted', run.items(later, 'Say that all is well').length, 1);

	const fault = { kind: 'status', status: 401 } as const;
	const misbehaviour = service.misbehave({ endpoint: 'list', fault, times: 'always' });
	const { message } = await run.executeToStop({ trigger: 'Every morning at nine' });
	service.behave(misbehaviour);
	run.expectMatch('the message where the list cannot be read', message, /API Key/);
}
