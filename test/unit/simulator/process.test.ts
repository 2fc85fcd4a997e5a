import { startSimulatorProcess, type SimulatorProcess } from '../../../simulator';

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

it('ends when its parent closes its input', async () => {
	const other = await startSimulatorProcess();
	expect(isAlive(other.pid)).toBe(true);
	await other.stop();
	expect(isAlive(other.pid)).toBe(false);
});
