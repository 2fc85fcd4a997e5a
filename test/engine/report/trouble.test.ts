import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, Truncation } from '../../../simulator';
import { byId, failedItem, quickWaits, setups, type Setup } from '../support/setup';
import { withRawService } from './rawService';

const { underEveryPersonality, withService, casesAtOnce } = setups();
quickWaits();

const OPERATIONS = ['report.getAll', 'report.summarize', 'report.download'] as const;

const reportOf = ({ simulator }: Setup) =>
	simulator.addPromotion({ phase: 'completed', report: { rows: 5000 } }).promotionId;
const all = (promotionId: string): INodeParameters => ({ promotionId: byId(promotionId), returnAll: true });
const inWords = (error?: { message: string; description?: string | null }) =>
	`${error?.message}. ${error?.description}`;

const truncated = (how: Truncation): Fault => ({ kind: 'truncate', how, keepFraction: 0.6 });

describe.each(OPERATIONS)('%s', (operation) => {
	const isFile = operation === 'report.download';
	const LOST = 'The connection to the service was lost';
	const endings: Array<[what: string, fault: Fault, message: string]> = [
		['fewer bytes than announced', truncated('shortOfContentLength'), LOST],
		['a last chunk that never comes', truncated('withoutLastChunk'), LOST],
		['a broken chunk', truncated('brokenChunk'), LOST],
		// A file is passed on as it is.
		...(isFile ? [] : ([['a cut last row', truncated('closedMidRow'), 'The report ended early']] as never[])),
	];
	for (const [what, fault, message] of endings) {
		underEveryPersonality(`refuses a report that ends early: ${what}`, async (setup) => {
			const promotionId = reportOf(setup);
			setup.simulator.addFault({ endpoint: 'report', times: 'always', fault });
			const { error, items } = await setup.run(operation, all(promotionId));
			expect(items).toEqual([]);
			expect(error?.message).toContain(message);
			expect(inWords(error)).toContain(promotionId);
			// A report that began to arrive is not asked for again behind the user's back.
			expect(setup.requests('report')).toBe(1);
		});
	}

	withService('leaves a failed item, and no row, of one that ends early', async (setup) => {
		setup.simulator.addFault({ endpoint: 'report', fault: truncated('shortOfContentLength') });
		const { items } = await setup.run(operation, all(reportOf(setup)), { onError: 'continueRegularOutput' });
		expect(items).toHaveLength(1);
		expect(failedItem(items[0]).message).toContain(LOST);
	});

	withService.each([0, 20_000])('does not wait for ever when silence follows %d bytes', async (setup, keepBytes) => {
		const promotionId = reportOf(setup);
		const fault: Fault = { kind: 'truncate', how: 'silent', keepBytes };
		setup.simulator.addFault({ endpoint: 'report', times: 'always', fault });
		const now = performance.now.bind(performance);
		const began = now();
		// The three minutes that a report may be silent pass in less than a second.
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => began + (now() - began) * 10);
		try {
			const { error } = await setup.run(operation, all(promotionId));
			expect(inWords(error)).toContain(promotionId);
			expect(error?.message).toBe('The service did not answer in time');
			expect(setup.requests('report')).toBe(1);
		} finally {
			clock.mockRestore();
		}
	});

	const instead: Array<[fault: Fault, message: string, advice: string]> = [
		[{ kind: 'html' }, 'The service sent a web page', "check 'Base URL'"],
		[
			{ kind: 'status', status: 200, body: '{"message":"Not ready"}', contentType: 'application/json' },
			"The service's answer could not be read: “Not ready”",
			'Try again',
		],
	];
	casesAtOnce('refuses what comes in its place, and asks no more', instead, async (setup, [fault, message, advice]) => {
		setup.simulator.addFault({ endpoint: 'report', times: 'always', fault });
		const { error, items } = await setup.run(operation, all(reportOf(setup)));
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect([items, setup.requests('report')]).toEqual([[], 1]);
	});

	withService('is asked for again only while nothing of it has arrived', async (setup) => {
		for (const fault of [{ kind: 'status', status: 503 }, { kind: 'reset' }] satisfies Fault[]) {
			setup.simulator.addFault({ endpoint: 'report', fault });
		}
		const nothing: Fault = { kind: 'truncate', how: 'shortOfContentLength', keepBytes: 0 };
		setup.simulator.addFault({ endpoint: 'report', skip: 2, fault: nothing });
		expect((await setup.run(operation, all(reportOf(setup)))).error).toBeUndefined();
		expect(setup.requests('report')).toBe(4);
		// A compressed one can end early without a trace.
		expect(setup.simulator.requests({ endpoint: 'report' })[0]?.headers['accept-encoding']).toBe('identity');
	});

	const expectComplete = (complete: true | null, json: IDataObject[], hints: Array<{ message: string }>) => {
		if (operation !== 'report.getAll') expect(json[0]?.complete).toBe(complete);
		const doubts = hints.filter(({ message }) => message.includes('cannot tell whether this report is complete'));
		expect(doubts).toHaveLength(complete ? 0 : 1);
	};

	withService.each([
		{ transport: 'contentLength', complete: true },
		{ transport: 'chunked', complete: true },
		{ transport: 'closeDelimited', complete: null },
	] as const)('of a report whose end is marked by $transport, complete is $complete', async (setup, given) => {
		const promotionId = reportOf(setup);
		setup.simulator.update(promotionId, { report: { transport: given.transport } });
		const { hints, json } = await setup.run(operation, all(promotionId));
		expectComplete(given.complete, json, hints);
	});

	underEveryPersonality('tells that rows may be missing where nothing shows it', async (setup) => {
		const promotionId = reportOf(setup);
		setup.simulator.addFault({ endpoint: 'report', fault: truncated(isFile ? 'closedMidRow' : 'closedAtRowEnd') });
		const { hints, json } = await setup.run(operation, all(promotionId));
		expectComplete(null, json, hints);
		expect(hints.map(({ message }) => message)).toEqual([
			`n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its number of rows with Attempted in the statistics.`,
		]);
	});

	const ONE = 'Name,Phone,Status\nAna,+4915112345678,Delivered';
	const packed = gzipSync(`${ONE}\n`.repeat(500));
	const part = packed.subarray(0, packed.length / 2);
	const gzip = { 'content-encoding': 'gzip' };
	/** Where a compressed one is cut off within a row, it may also be refused. */
	withService.each<{ what: string; answer: Parameters<typeof withRawService>[1]; complete: true | null }>([
		{ what: 'in pieces, to the end of a line', answer: { body: `${ONE}\n`, chunked: true }, complete: true },
		{ what: 'in pieces, to the middle of a line', answer: { body: ONE, chunked: true }, complete: null },
		{ what: 'a part (206), with all announced bytes', answer: { body: `${ONE}\n`, status: 206 }, complete: null },
		{ what: 'compressed', answer: { body: packed, headers: gzip }, complete: null },
		{ what: 'compressed, in pieces', answer: { body: packed, headers: gzip, chunked: true }, complete: true },
		{ what: 'compressed and cut off', answer: { body: part, headers: gzip }, complete: null },
		{ what: 'compressed and cut off, in pieces', answer: { body: part, headers: gzip, chunked: true }, complete: null },
	])('is complete only if that is proven: $what', async (setup, { answer, complete }) => {
		await withRawService(setup, answer, async (run) => {
			const { json, hints, error } = await run(operation);
			if (!error) return expectComplete(complete, json, hints);
			expect(answer.body).toBe(part);
			expect(error.message).toMatch(/The report ended early|The connection to the service was lost/);
		});
	});

	withService('of a whole report whose rows all lack a value, does not say that it ended early', async (setup) => {
		const body = 'Name,Phone,Status\nAna,+4915112345678\nBen,+4915112345679';
		await withRawService(setup, { body }, async (run) => {
			const { error, hints } = await run(operation);
			expect(error).toBeUndefined();
			expect(hints.some(({ message }) => message.includes('values in the wrong columns'))).toBe(!isFile);
		});
	});

	const personal = [
		// A first row instead of names, a title above them, JSON, a message with a number, a compressed file.
		'Ana Costa,+4915112345678,Delivered\nBen,+4915187654321,Failed\n',
		'Report 4915112345678\nName,Phone\nAna Costa,+4915112345678\n',
		'[{"name":"Ana Costa","phone":"+4915112345678"}]',
		'{"rows":[{"name":"Ana Costa","phone":"+4915112345678"}]}',
		'{"message":"No report for +49 151 12345678"}',
		gzipSync('Name,Phone\nAna Costa,+4915112345678\n'),
	];
	withService.each(personal.map((body) => ({ body })))('quotes no person and no noise: %#', async (setup, given) => {
		await withRawService(setup, given, async (run) => {
			const { error, hints } = await run(operation);
			expect(`${inWords(error)} ${JSON.stringify(hints)}`).not.toMatch(/Ana|Costa|\d{5}|151|\ufffd|\p{Cc}/u);
			expect(error !== undefined || isFile).toBe(true);
		});
	});

	withService('stops with the execution', async (setup) => {
		const promotionId = reportOf(setup);
		const fault = { kind: 'trickle', bytes: 100, everyMs: 20 } as const;
		setup.simulator.addFault({ endpoint: 'report', times: 'always', fault });
		const [resource = '', name = ''] = operation.split('.');
		const parameters = { resource, operation: name, ...all(promotionId) };
		const running = setup.engine.begin({ credentials: setup.credentials, parameters });
		await setup.simulator.waitForRequest(
			({ endpoint, answeredBytes }) => endpoint === 'report' && answeredBytes > 1000,
		);
		running.cancel();
		await running.finished.catch(() => undefined);
		const request = await setup.simulator.waitForRequest({ after: 0, endpoint: 'report', stage: 'dropped' });
		// At 100 bytes a time, the whole report would have taken longer than the test may.
		expect(request.answeredBytes).toBeLessThan(setup.simulator.reportFacts(promotionId).bytes / 2);
		expect(setup.requests('report')).toBe(1);
	});
});
