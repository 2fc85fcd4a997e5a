import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, Truncation } from '../../../simulator';
import { byId, failedItem, quickWaits, setups, type Setup } from '../support/setup';
import { withRawService } from './rawService';

const { underEveryPersonality, withService } = setups();
quickWaits();

const OPERATIONS = ['report.getAll', 'report.summarize', 'report.download'] as const;
const ROWS = 5000;

const reportOf = ({ simulator }: Setup) =>
	simulator.addPromotion({ phase: 'completed', report: { rows: ROWS } }).promotionId;
const all = (promotionId: string): INodeParameters => ({ promotionId: byId(promotionId), returnAll: true });
const inWords = (error?: { message: string; description?: string | null }) =>
	`${error?.message}. ${error?.description}`;

const truncated = (how: Truncation): Fault => ({ kind: 'truncate', how, keepFraction: 0.6 });

describe.each(OPERATIONS)('%s', (operation) => {
	const LOST = 'The connection to the service was lost';
	const endings: Array<[string, Fault, string]> = [
		['fewer bytes than announced', truncated('shortOfContentLength'), LOST],
		['a last chunk that never comes', truncated('withoutLastChunk'), LOST],
		['a broken chunk', truncated('brokenChunk'), LOST],
		['a last row that is cut in half', truncated('closedMidRow'), 'The report ended early'],
	];
	for (const [what, fault, message] of endings) {
		// A file is passed on as it is.
		if (operation === 'report.download' && message !== LOST) continue;
		underEveryPersonality(`refuses a report that ends early: ${what}`, async (setup) => {
			const promotionId = reportOf(setup);
			setup.simulator.addFault({ endpoint: 'report', times: 'always', fault });
			const stopped = await setup.run(operation, all(promotionId));
			expect(stopped.error?.message).toContain(message);
			expect(inWords(stopped.error)).toContain(promotionId);
			expect(stopped.items).toEqual([]);
			// A report that began to arrive is not asked for again behind the user's back.
			expect(setup.requests('report')).toBe(1);
			const goesOn = await setup.run(operation, all(promotionId), { onError: 'continueRegularOutput' });
			expect(goesOn.items).toHaveLength(1);
			expect(failedItem(goesOn.items[0]).message).toContain(message);
		});
	}

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

	withService('asks for the report uncompressed, as a compressed one can end early without a trace', async (setup) => {
		await setup.run(operation, all(reportOf(setup)));
		expect(setup.simulator.requests({ endpoint: 'report' })[0]?.headers['accept-encoding']).toBe('identity');
	});

	withService('refuses a web page that comes with status 200', async (setup) => {
		const promotionId = reportOf(setup);
		setup.simulator.addFault({ endpoint: 'report', times: 'always', fault: { kind: 'html' } });
		const { error, items } = await setup.run(operation, all(promotionId));
		expect(error?.message).toContain('The service sent a web page');
		expect(error?.description).toContain("check 'Base URL'");
		expect(items).toEqual([]);
		expect(setup.requests('report')).toBe(1);
	});

	withService('refuses JSON that comes with status 200, and says what the service says', async (setup) => {
		const promotionId = reportOf(setup);
		const fault: Fault = {
			kind: 'status',
			status: 200,
			body: '{"message":"Report not ready"}',
			contentType: 'application/json',
		};
		setup.simulator.addFault({ endpoint: 'report', fault });
		const { error } = await setup.run(operation, all(promotionId));
		expect(error?.message).toBe("The service's answer could not be read: “Report not ready”");
	});

	withService('reads how a refusal begins, however long it is', async (setup) => {
		const promotionId = reportOf(setup);
		const body = JSON.stringify({ message: 'No such report', trace: 'x'.repeat(5_000_000) });
		setup.simulator.addFault({
			endpoint: 'report',
			fault: { kind: 'status', status: 422, body: `No such report. ${body}` },
		});
		const { error } = await setup.run(operation, all(promotionId));
		expect(error?.httpCode).toBe('422');
		expect(error?.message).toContain('No such report');
		expect(error?.message.length).toBeLessThan(1000);
	});

	withService('is asked for again only while nothing of it has arrived', async (setup) => {
		const promotionId = reportOf(setup);
		for (const fault of [{ kind: 'status', status: 503 }, { kind: 'reset' }] satisfies Fault[]) {
			setup.simulator.addFault({ endpoint: 'report', fault });
		}
		setup.simulator.addFault({
			endpoint: 'report',
			skip: 2,
			fault: { kind: 'truncate', how: 'shortOfContentLength', keepBytes: 0 },
		});
		const { error } = await setup.run(operation, all(promotionId));
		expect(error).toBeUndefined();
		expect(setup.requests('report')).toBe(4);
	});

	const toldComplete = (operation: string, json: IDataObject[], complete: true | null) => {
		if (operation !== 'report.getAll') expect(json[0]?.complete).toBe(complete);
	};

	withService.each([
		{ transport: 'contentLength', isMarked: true },
		{ transport: 'chunked', isMarked: true },
		{ transport: 'closeDelimited', isMarked: false },
	] as const)('tells that a report without a marked end may lack rows: $transport', async (setup, given) => {
		const promotionId = reportOf(setup);
		setup.simulator.update(promotionId, { report: { transport: given.transport } });
		const { hints, error, json } = await setup.run(operation, all(promotionId));
		expect(error).toBeUndefined();
		toldComplete(operation, json, given.isMarked ? true : null);
		const doubts = hints.filter(({ message }) => message.includes('cannot tell whether this report is complete'));
		expect(doubts).toHaveLength(given.isMarked ? 0 : 1);
	});

	underEveryPersonality('tells so as well where rows are missing and nothing shows it', async (setup) => {
		const promotionId = reportOf(setup);
		const how = operation === 'report.download' ? 'closedMidRow' : 'closedAtRowEnd';
		setup.simulator.addFault({ endpoint: 'report', fault: truncated(how) });
		const { hints, error, json } = await setup.run(operation, all(promotionId));
		expect(error).toBeUndefined();
		toldComplete(operation, json, null);
		expect(hints.map(({ message }) => message)).toEqual([
			`n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its number of rows with Attempted in the statistics.`,
		]);
	});

	withService.each([
		{ ends: 'with a line break', end: '\n', isKnown: true },
		{ ends: 'in the middle of a line', end: '', isKnown: false },
	])('takes a report sent in pieces for whole when it ends $ends: $isKnown', async (setup, { end, isKnown }) => {
		const body = `Name,Phone,Status\nAna,+4915112345678,Delivered${end}`;
		await withRawService(setup, { body, chunked: true }, async (run) => {
			const { json, hints } = await run(operation);
			toldComplete(operation, json, isKnown ? true : null);
			expect(hints.some(({ message }) => message.includes('cannot tell'))).toBe(!isKnown);
		});
	});

	withService('takes a part of a report (206) for no whole one, although all announced bytes came', async (setup) => {
		const body = 'Name,Phone,Status\nAna,+4915112345678,Delivered\n';
		await withRawService(setup, { body, status: 206 }, async (run) => {
			const { json, hints } = await run(operation);
			toldComplete(operation, json, null);
			expect(hints.some(({ message }) => message.includes('cannot tell'))).toBe(true);
		});
	});

	withService('of a whole report whose rows all lack a value, does not say that it ended early', async (setup) => {
		const body = 'Name,Phone,Status\nAna,+4915112345678\nBen,+4915112345679';
		await withRawService(setup, { body }, async (run) => {
			const { error, hints } = await run(operation);
			expect(error).toBeUndefined();
			const isRead = operation !== 'report.download';
			expect(hints.some(({ message }) => message.includes('values in the wrong columns'))).toBe(isRead);
		});
	});

	/** A service that compresses whatever it is asked for, cut off within a row. */
	withService.each([
		{ part: 1, chunked: false },
		{ part: 1, chunked: true },
		{ part: 0.6, chunked: false },
		{ part: 0.6, chunked: true },
	])(
		'does not call a compressed report complete that was cut off within a row: $part of it, chunked: $chunked',
		async (setup, given) => {
			const { part, chunked } = given;
			const rows = Array.from({ length: 500 }, (_, row) => `N ${row * 7919},+49151${row},Read,1763600000,,,,0,t,en`);
			const csv = `Name,Phone,Status,Timestamp,Error,FlowId,FlowName,RetryCount,TemplateName,Language\n${rows.join('\n')}\n`;
			const packed = gzipSync(csv);
			const sent = packed.subarray(0, Math.floor(packed.length * part));
			await withRawService(setup, { body: sent, headers: { 'content-encoding': 'gzip' }, chunked }, async (run) => {
				const { json, hints, error } = await run(operation);
				const isKnown = part === 1 && chunked;
				if (error) expect(error.message).toMatch(/The report ended early|The connection to the service was lost/);
				else {
					toldComplete(operation, json, isKnown ? true : null);
					expect(hints.length > 0).toBe(!isKnown);
				}
				expect(error === undefined || part < 1).toBe(true);
			});
		},
	);

	withService.each([
		{ what: 'a first row instead of names', body: 'Ana Costa,+4915112345678,Delivered\nBen,+4915187654321,Failed\n' },
		{ what: 'a title above the names', body: 'Report 4915112345678\nName,Phone\nAna Costa,+4915112345678\n' },
		{ what: 'JSON', body: '[{"name":"Ana Costa","phone":"+4915112345678"}]' },
		{ what: 'an object with rows', body: '{"rows":[{"name":"Ana Costa","phone":"+4915112345678"}]}' },
		{ what: 'a message with a number', body: '{"message":"No report for +49 151 12345678"}' },
		{ what: 'a compressed file', body: gzipSync('Name,Phone\nAna Costa,+4915112345678\n') },
	])('quotes no person and no noise: $what', async (setup, { body }) => {
		await withRawService(setup, { body }, async (run) => {
			const { error, hints } = await run(operation);
			expect(`${inWords(error)} ${JSON.stringify(hints)}`).not.toMatch(/Ana|Costa|\d{5}|151|\ufffd|\p{Cc}/u);
			expect(error !== undefined || operation === 'report.download').toBe(true);
		});
	});

	withService('names a promotion that the service does not know', async (setup) => {
		const { error } = await setup.run(operation, all('no-such-promotion'));
		expect(inWords(error)).toContain('no-such-promotion');
	});

	withService('stops with the execution', async (setup) => {
		const promotionId = reportOf(setup);
		setup.simulator.addFault({
			endpoint: 'report',
			times: 'always',
			fault: { kind: 'trickle', bytes: 100, everyMs: 20 },
		});
		const [resource = '', name = ''] = operation.split('.');
		const running = setup.engine.begin({
			credentials: setup.credentials,
			parameters: { resource, operation: name, ...all(promotionId) },
		});
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
