/** How much of an answer is read: 64 MB of what n8n has to hold as a whole, and any size of a report, which it never holds. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { byId, worlds } from './support/world';
import { withRawServer, type Answering } from './support/rawServer';

const { inOneWorld } = worlds();

const LIMIT = 64 * 1024 * 1024;
const LIST = '{"promotions":[{"promotionId":"p-1","name":"A","status":"Completed","createdDate":1}]}';
const FIGURES = '{"attempted":3,"failed":1,"sent":2,"delivered":2,"read":1,"interacted":1,"optout":0}';
const PATCHED = '{"promotionId":"p-1","status":"Stopped"}';

/** JSON followed by blanks, which belong to it and say nothing; without a length it goes on until nobody listens. */
async function sendPadded(
	response: ServerResponse,
	text: string,
	length = Infinity,
	sent = { bytes: 0 },
): Promise<void> {
	const blanks = Buffer.alloc(1024 * 1024, ' ');
	const closed = once(response, 'close');
	const write = async (bytes: Buffer) => {
		sent.bytes += bytes.length;
		if (!response.write(bytes)) await Promise.race([once(response, 'drain'), closed]);
	};
	await write(Buffer.from(text));
	while (sent.bytes < length && !response.destroyed) {
		await write(blanks.subarray(0, Math.min(blanks.length, length - sent.bytes)));
	}
	response.end();
}

const padded =
	(length: number, sent?: { bytes: number }, status = 200): Answering =>
	({ method, url = '' }, response) => {
		const text = method === 'GET' ? (/\/stats\b/.test(url) ? FIGURES : LIST) : PATCHED;
		response.writeHead(status, { 'content-type': 'application/json' });
		void sendPadded(response, text, length, sent);
	};

const reads = ['promotion.getAll', 'statistics.get'];

describe.each(reads)('an answer to %s', (operation) => {
	const parameters: INodeParameters = { promotionId: byId('p-1') };

	inOneWorld('of 64 MB is read', async ({ engine }) => {
		await withRawServer(engine, padded(LIMIT), async ({ run, requests }) => {
			const { error, json } = await run(operation, parameters);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ promotionId: 'p-1' });
			expect(requests).toHaveLength(1);
		});
	});

	inOneWorld('of one byte more is refused, in words, and not asked for again', async ({ engine }) => {
		await withRawServer(engine, padded(LIMIT + 1), async ({ run, requests }) => {
			const { error, items } = await run(operation, parameters);
			expect(error?.message).toBe('The answer of the service is larger than 64 MB');
			expect(error?.description).toMatch(/^Could not (list|read) .*\. n8n reads no more of it, except for reports\./);
			expect(error?.description).toContain("check 'Base URL'");
			expect(items).toEqual([]);
			expect(requests).toHaveLength(1);
		});
	});

	inOneWorld('without an end is left at once', async ({ engine }) => {
		const sent = { bytes: 0 };
		await withRawServer(engine, padded(Infinity, sent), async ({ run }) => {
			const { error } = await run(operation, parameters);
			expect(error?.message).toContain('larger than 64 MB');
			await new Promise((resolve) => setTimeout(resolve, 200));
			const soFar = sent.bytes;
			await new Promise((resolve) => setTimeout(resolve, 200));
			// What lay in the buffers of both sides was sent, too.
			expect([sent.bytes - soFar, sent.bytes < LIMIT + 32 * 1024 * 1024]).toEqual([0, true]);
		});
	});

	inOneWorld('that refuses is read only as far as it explains', async ({ engine }) => {
		const sent = { bytes: 0 };
		await withRawServer(engine, padded(Infinity, sent, 400), async ({ run, requests }) => {
			const { error } = await run(operation, parameters);
			expect(error?.httpCode).toBe('400');
			expect(requests).toHaveLength(1);
			expect(sent.bytes).toBeLessThan(16 * 1024 * 1024);
		});
	});
});

inOneWorld('an answer without an end to a Stop leaves open what became of it', async ({ engine }) => {
	const service: Answering = (request, response) =>
		padded(request.method === 'GET' ? LIST.length : Infinity)(request, response);
	await withRawServer(engine, service, async ({ run, requests }) => {
		const { json, error } = await run('promotion.stop', { promotionId: byId('p-1') });
		expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
		expect(requests.length).toBeGreaterThan(1);
		expect(json[0]?.confirmed ?? error?.message).not.toBe(true);
	});
});

inOneWorld('a report may be of any size', async ({ engine }) => {
	const row = 'Ana,+4915112345678,Read\n'.repeat(4096);
	const rows = Math.ceil((LIMIT * 1.2) / row.length);
	const service: Answering = (_request, response) => {
		response.writeHead(200, { 'content-type': 'text/csv' });
		void (async () => {
			response.write('Name,Phone,Status\n');
			for (let count = 0; count < rows; count++) {
				if (!response.write(row)) await new Promise((resolve) => response.once('drain', resolve));
			}
			response.end();
		})();
	};
	await withRawServer(engine, service, async ({ run }) => {
		const { json, error } = await run('report.summarize', { promotionId: byId('p-1') });
		expect(error).toBeUndefined();
		expect(json[0]?.rows).toBe(rows * 4096);
	});
});
