import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { once } from 'node:events';
import { startSimulatorProcess, type SimulatorProcess } from '../../../simulator';
import { launchBody } from './wire';

/** The simulator as a program: everything over HTTP, the control calls included. */

let program: SimulatorProcess;
beforeAll(async () => {
	program = await startSimulatorProcess({ personality: 'birch', speed: 1000, settings: { listNewest: 7 } });
});
afterAll(async () => await program.stop());

const isAlive = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

it('describes itself', async () => {
	expect(await program.control.describe()).toMatchObject({ personality: 'birch', speed: 1000, origin: program.origin });
	expect(await program.control.settings()).toMatchObject({ listNewest: 7, listDelayMs: 5000 });
});

it('is controlled like the one in the process', async () => {
	const { promotionId } = await program.control.addPromotion({ name: 'Remote', phase: 'completed' });
	await program.control.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 503 } });
	const waiting = program.control.waitForRequest({ endpoint: 'list', stage: 'answered' });
	const list = async () =>
		await fetch(`${program.baseUrl}/api/v2/promotion/${program.accountId}?channel=rcs`, {
			headers: { 'x-api-key': program.apiKey },
		});
	expect((await list()).status).toBe(503);
	expect(await waiting).toMatchObject({ status: 503, faults: ['status'], key: 'right' });
	expect(await (await list()).json()).toMatchObject({ promotions: [{ promotionId }] });
	expect(await program.control.requests({ endpoint: 'list' })).toHaveLength(2);
	await expect(program.control.update('nobody', {})).rejects.toThrow(/no promotion nobody/);
	for (const filter of [{ endpoint: 'launch' as const }, undefined]) {
		await expect(program.control.waitForRequest(filter, 50)).rejects.toThrow(/No such request/);
	}
});

it('does not mix the control calls into the service', async () => {
	const response = await fetch(`${program.origin}/__control/describe`, { method: 'POST' });
	expect(response.status).toBe(404);
});

it('takes a million contacts in bounded memory', async () => {
	const rowsPerPiece = 10_000;
	const head = Buffer.from(
		'--b\r\ncontent-disposition: form-data; name="body"\r\ncontent-type: application/json\r\n\r\n' +
			`${JSON.stringify(launchBody())}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="m.csv"\r\n` +
			'content-type: text/csv\r\n\r\n',
	);
	const tail = Buffer.from('\r\n--b--\r\n');
	const pieceOf = (piece: number) => {
		let text = piece === 0 ? 'name,phone,language\n' : '';
		for (let row = 0; row < rowsPerPiece; row++) {
			text += `"Person, ${row}",+4915${String(piece * rowsPerPiece + row).padStart(9, '0')},en\n`;
		}
		return Buffer.from(text);
	};
	const pieces = Array.from({ length: 100 }, (_, index) => pieceOf(index));
	const hash = createHash('sha256');
	for (const piece of pieces) hash.update(piece);
	const fileBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);

	const before = highWaterMark(program.pid);
	const upload = request(`${program.baseUrl}/api/v2/promotion/${program.accountId}/template/launch?name=Million`, {
		method: 'POST',
		headers: {
			'x-api-key': program.apiKey,
			'content-type': 'multipart/form-data; boundary=b',
			'content-length': head.length + fileBytes + tail.length,
		},
	});
	const answered = once(upload, 'response');
	for (const piece of [head, ...pieces, tail]) if (!upload.write(piece)) await once(upload, 'drain');
	upload.end();
	const [response] = (await answered) as [{ statusCode: number; resume(): void }];
	response.resume();
	expect(response.statusCode).toBe(201);
	const [record] = await program.control.launches();
	expect(record?.file).toMatchObject({
		bytes: fileBytes,
		sha256: hash.digest('hex'),
		contents: { rows: 1_000_000, irregularRows: 0, quoteFaults: 0 },
	});
	expect(highWaterMark(program.pid) - before).toBeLessThan(80);
}, 30_000);

it('ends when its parent closes its input', async () => {
	const other = await startSimulatorProcess();
	expect(isAlive(other.pid)).toBe(true);
	await other.stop();
	expect(isAlive(other.pid)).toBe(false);
});

it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s', async (signal) => {
	const other = await startSimulatorProcess();
	process.kill(other.pid, signal);
	await other.stop();
	expect(isAlive(other.pid)).toBe(false);
});

it('says which port is taken', async () => {
	const port = Number(new URL(program.origin).port);
	await expect(startSimulatorProcess({ port })).rejects.toThrow(/port is taken/);
});

it.each([
	[{ personality: 'nobody' as never }, /no personality "nobody"/],
	[{ settings: { nothing: 1 } as never }, /no setting nothing/],
])('does not start with %j', async (options, message) => {
	await expect(startSimulatorProcess(options)).rejects.toThrow(message);
});

/** In megabytes; from the kernel, so that no peak between two looks is missed. */
function highWaterMark(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
