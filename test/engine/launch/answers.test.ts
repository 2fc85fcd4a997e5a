/** What the service answers to a launch, and what the list shows right after it: what is not known is said so, and never sent again. */
import { withRawServer } from '../support/rawServer';
import { setups } from '../support/setup';
import type { RunResult } from '../../harness/runResult';
import { fromItems, hintsOf, launched, launchItems, quickLaunches, SPEED } from './support';

const { withService } = setups();
quickLaunches();

interface AnswerCase {
	what: string;
	body: string;
	contentType?: string;
	/** Whether the service took the launch, so that the list shows it. */
	isTaken?: true;
	/** unknown: it fails, and says that it is not known. */
	becomes: 'launched' | 'reconciled' | 'unknown';
	/** If it is not that of the list. */
	promotionId?: string;
	/** In the message. */
	says?: string;
}

const handedOver = 'Handed over for 3 contacts as "Spring Sale"; the service answered';
const quoted = (words: string) => `${handedOver}: “${words}”`;
const notApproved = '{"success":false,"error":{"message":"not approved"}}';
const text = { body: 'sent '.repeat(20_000), contentType: 'text/plain' };

/** With status 200. Which answers name a failure or an ID, and what of them is quoted, is in test/unit. */
const answers: AnswerCase[] = [
	{
		...{ what: 'names a promotion and nothing else', body: '{"promotionId":"1"}', promotionId: '1' },
		...{ becomes: 'launched', says: `${handedOver} with promotion 1.` },
	},
	// Whatever else a service says beside an ID, a person reads it: no list of words judges it.
	{
		...{ what: 'names a promotion', body: '{"promotionId":"1","accepted":1,"rejected":49}', promotionId: '1' },
		...{ becomes: 'launched', says: quoted('accepted: 1, rejected: 49') },
	},
	{ what: 'names a promotion and a failure', body: '{"promotionId":"p-7","success":false}', becomes: 'unknown' },
	{
		...{ what: 'names two', body: '{"promotionId":"p-1","data":{"promotionId":"p-2"}}', becomes: 'launched' },
		says: quoted('promotionId: p-1, promotionId: p-2'),
	},
	{ what: 'is empty', body: '', becomes: 'launched', says: `${handedOver} without a word.` },
	{ what: 'is empty, and the list shows it', body: '', isTaken: true, becomes: 'launched' },
	{
		...{ what: 'is labelled as HTML', body: '{"promotionId":"1","status":"ok"}', contentType: 'text/html' },
		...{ promotionId: '1', becomes: 'launched', says: quoted('status: ok') },
	},
	{ what: 'names a failure', body: notApproved, says: '“not approved”', becomes: 'unknown' },
	{ what: 'names a failure', body: notApproved, says: '“not approved”', isTaken: true, becomes: 'reconciled' },
	{ what: 'is a text', ...text, becomes: 'unknown' },
	{ what: 'is a text', ...text, isTaken: true, becomes: 'reconciled' },
];

describe('an answer of success', () => {
	withService.each(answers)('that $what: the launch is $becomes, and sent once', async (setup, given) => {
		const { body, contentType, isTaken, becomes, says = '' } = given;
		const moment = isTaken ? 'afterAccepting' : 'beforeAccepting';
		const fault = { kind: 'status', status: 200, body, contentType, moment } as const;
		setup.simulator.addFault({ endpoint: 'launch', fault, times: 'always' });
		const result = await launchItems(setup, {}, { retryOnFail: true, maxTries: 2 });
		const { error, hints } = result;
		if (becomes === 'unknown') {
			expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 3 contacts: ');
			expect(error?.message).toContain(says);
			expect(error?.message.length).toBeLessThan(600);
			expect(error?.description).toMatch(
				/^It was requested once, on \w{3} \d{1,2}, \d\d:\d\d:\d\d UTC\. The list does not show/,
			);
		} else {
			const row = launched(result);
			const warnings = row.warnings as string[];
			const promotionId = given.promotionId ?? setup.simulator.launches()[0]?.promotionId ?? null;
			expect(row).toMatchObject({ outcome: becomes, launched: true, promotionId, recipients: { handedOver: 3 } });
			expect([row.message, ...warnings].join()).toContain(says);
			expect(hints).toContainEqual(expect.objectContaining({ message: row.message, type: 'info' }));
			// One that the answer or the list names needs no person.
			const why = promotionId === null ? 'names no promotion' : 'The list shows the promotion';
			const needsPerson = becomes === 'reconciled' || promotionId === null;
			expect(warnings).toEqual(needsPerson ? [expect.stringContaining(why)] : []);
			for (const message of warnings)
				expect(hints).toContainEqual(expect.objectContaining({ message, type: 'warning' }));
		}
		// It was sent, or may have been, so the next execution is a repeat.
		const again = await launchItems(setup, { promotionName: 'B' });
		expect(again.error?.message).toContain('This node has sent, or tried to send, ');
		expect(setup.requests('launch')).toBe(1);
	});

	withService('that names another launch of ours is about that one, whatever its name', async (setup) => {
		setup.simulator.configure({ listDelayMs: 'never' });
		const { promotionId } = launched(await launchItems(setup));
		const fault = { kind: 'status', status: 200, body: JSON.stringify({ promotionId }) } as const;
		setup.simulator.addFault({ endpoint: 'launch', fault, times: 'always' });
		const { error } = await launchItems(setup, { promotionName: 'Other', templateName: 'other' });
		expect(error?.message).toMatch(/^It is not known whether "Other" was launched .*, which was launched before$/);
		expect(setup.simulator.launches()).toHaveLength(1);
	});

	withService.each(['beforeAccepting', 'afterAccepting'] as const)(
		'that names a promotion which was listed before: the list decides (%s)',
		async (setup, moment) => {
			const { promotionId } = setup.simulator.addPromotion({ name: 'Spring Sale', phase: 'completed' });
			const fault = { kind: 'status', status: 200, body: JSON.stringify({ promotionId }), moment } as const;
			setup.simulator.addFault({ endpoint: 'launch', fault });
			const result = await launchItems(setup, { options: { ifNameExists: 'launch' } });
			const cause = `The service answered with promotion ${promotionId}, which was launched before`;
			const [taken] = setup.simulator.launches();
			const unknown = `It is not known whether "Spring Sale" was launched to 3 contacts: ${cause}`;
			if (!taken) return expect(result.error?.message).toBe(unknown);
			const row = launched(result);
			expect(row).toMatchObject({ outcome: 'reconciled', promotionId: taken.promotionId });
			expect(row.warnings).toEqual([expect.stringContaining(cause)]);
		},
	);
});

describe('a refusal', () => {
	const fault = (status: number, moment: 'beforeAccepting' | 'afterAccepting') =>
		({ endpoint: 'launch', fault: { kind: 'status', status, body: '{"message":"already exists"}', moment } }) as const;

	withService.each([400, 409, 429])(
		'%i of what was repeated on its way: it is launched if the list shows it, and the next run sends nothing',
		async (setup, status) => {
			setup.simulator.addFault(fault(status, 'afterAccepting'));
			const row = launched(await launchItems(setup));
			const [taken] = setup.simulator.launches();
			expect(row).toMatchObject({ outcome: 'reconciled', launched: true, promotionId: taken?.promotionId });
			expect(String(row.warnings)).toContain('“already exists”');
			const again = await launchItems(setup, { promotionName: 'Spring Sale, again' });
			expect(again.error?.message).toContain('to 3 of these 3 contacts');
			expect(setup.simulator.launches()).toHaveLength(1);
		},
	);

	/** Between the two looks, which are two seconds apart. */
	withService(
		'is none if the list shows it within two seconds, and Retry sends nothing',
		async (setup) => {
			setup.simulator.addFault({ ...fault(413, 'afterAccepting'), times: 'always' });
			const row = launched(await launchItems(setup, {}, { retryOnFail: true, maxTries: 2 }));
			expect(row).toMatchObject({ outcome: 'reconciled', promotionId: setup.simulator.launches()[0]?.promotionId });
			expect(setup.requests('launch')).toBe(1);
		},
		{ speed: SPEED, settings: { listDelayMs: 1_000 } },
	);

	withService('is one after two looks that show none, and may be sent again', async (setup) => {
		setup.simulator.addFault(fault(409, 'beforeAccepting'));
		const { error } = await launchItems(setup);
		expect(error?.message).toMatch(/^"Spring Sale" was not launched to 3 contacts: (?!Could not launch)/);
		expect(error?.description).toMatch(/^Nothing was sent to anyone\. /);
		// One before the launch, and two after it.
		expect(setup.requests('list')).toBe(3);
		launched(await launchItems(setup));
	});

	withService.each([
		{ status: 409, says: 'It is not known whether "Spring Sale" was launched' },
		{ status: 429, says: 'was not launched to 3 contacts' },
	])('$status while no list can be read: $says', async (setup, { status, says }) => {
		setup.simulator.addFault(fault(status, 'beforeAccepting'));
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 500 }, skip: 1, times: 'always' });
		expect((await launchItems(setup)).error?.message).toContain(says);
	});
});

describe('a campaign that the list shows as', () => {
	withService.each(['Failed', 'Cancelled', 'Stopped'])('%s is said to be that', async (setup, status) => {
		let isCreated = false;
		let result: RunResult | undefined;
		await withRawServer(
			setup.engine,
			(request, response) => {
				const promotions = isCreated ? [{ promotionId: 'p-1', name: 'Spring Sale', status }] : [];
				const answer = request.method === 'GET' ? { promotions } : { promotionId: 'p-1' };
				isCreated ||= request.method !== 'GET';
				response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
			},
			async (server) => {
				const parameters = { ...fromItems, options: { refuseRepeats: false } };
				const items = [{ json: { name: 'Ann', phone: '+14152000000' } }];
				result = await server.run('promotion.launch', parameters, { items, mode: 'trigger' });
			},
		);
		const row = launched(result as RunResult);
		const said = `Handed over for 1 contact as "Spring Sale"; the service answered with promotion p-1. The list shows it as “${status}”.`;
		const halted = `The service shows this promotion as “${status}”, so it may reach no one.`;
		expect(row).toMatchObject({ promotionId: 'p-1', status, message: said });
		expect(row.warnings).toEqual(status === 'Failed' ? [] : [halted]);
		expect(hintsOf(result as RunResult)).toContain(said);
	});
});
