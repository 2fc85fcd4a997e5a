import type { Fault } from '../../simulator';
import { worlds, type World } from './support/world';

const { underEveryPersonality, inOneWorld, inManyWorlds } = worlds();

async function press({ engine, simulator }: World, changes: Record<string, string> = {}) {
	const { baseUrl, accountId, apiKey } = simulator;
	const tested = await engine.editor.testCredential('rcsPromotionApi', { baseUrl, accountId, apiKey, ...changes });
	expect(tested.message).not.toContain(apiKey);
	for (const { headers } of simulator.foreignRequests()) expect(headers['x-api-key']).toBeUndefined();
	return tested;
}

const saying = (words: string) => expect.stringContaining(words) as string;

describe('the Test button of the credential', () => {
	underEveryPersonality('lists the promotions, with the key, and is content', async (world) => {
		expect(await press(world)).toEqual({ status: 'OK', message: 'Connection successful!' });
		const [request, ...others] = world.simulator.requests();
		expect(request).toMatchObject({ method: 'GET', endpoint: 'list', key: 'right' });
		expect(others).toEqual([]);
	});

	underEveryPersonality('says that the key or the account is refused', async (world) => {
		const wrongKey = await press(world, { apiKey: 'another-key' });
		expect([wrongKey.status, wrongKey.message]).toEqual(['Error', saying('API Key')]);
		expect((await press(world, { accountId: 'another/account?' })).status).toBe('Error');
		expect(world.simulator.requests().map(({ url }) => url.split('?')[0])).toContain(
			'/api/v2/promotion/another%2Faccount%3F',
		);
	});

	inOneWorld('ends the reason of the service with one period', async (world) => {
		const refused = 'The service does not accept this API Key for this Account ID';
		for (const [reason, said] of [
			['Key revoked.', ': “Key revoked.”'],
			['Key revoked', ': “Key revoked”.'],
			['', '.'],
		]) {
			const fault: Fault = { kind: 'status', status: 401, body: JSON.stringify({ message: reason }) };
			world.simulator.misbehave({ endpoint: 'list', fault });
			expect((await press(world)).message).toBe(`${refused}${said} Check 'API Key' and 'Account ID'.`);
		}
	});

	const redirects: Fault[] = [301, 302, 303, 307, 308].map((status) => ({ kind: 'redirect', status }));
	inManyWorlds('follows no redirect', redirects, async (world, fault) => {
		world.simulator.misbehave({ endpoint: 'list', fault });
		const { status, message } = await press(world);
		expect([status, message]).toEqual(['Error', saying('redirect')]);
		expect(world.simulator.foreignRequests()).toEqual([]);
	});

	const others: Fault[] = [
		{ kind: 'html' },
		{ kind: 'noPromotionsArray' },
		{ kind: 'status', status: 200, body: '' },
		{ kind: 'status', status: 200, body: 'hello' },
		...[
			'{"promotions":null}',
			'{"promotions":{}}',
			'{"promotions":"none"}',
			'{"promotions":0}',
			'[1]',
			'null',
			'[{"promotions":null}]',
			'[]',
			'{}',
			'{"error":"wrong account"}',
		].map((body): Fault => ({ kind: 'status', status: 200, body, contentType: 'application/json' })),
	];
	inManyWorlds('is not content with anything but a list', others, async (world, fault) => {
		world.simulator.misbehave({ endpoint: 'list', fault });
		const { status, message } = await press(world);
		expect([status, message]).toEqual(['Error', expect.stringContaining('Base URL')]);
	});

	inManyWorlds('is not content with a list in an answer that fails', [500, 503, 429], async (world, status) => {
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status, body: '{"promotions":[]}' } });
		const { status: shown, message } = await press(world);
		expect([shown, message]).toEqual(['Error', saying('Try again later')]);
	});

	inOneWorld('says that nothing answers where nothing does, and what to check', async (world) => {
		const { baseUrl } = world.simulator;
		await world.simulator.stop();
		const refused = await press(world, { baseUrl });
		expect(refused).toEqual({
			status: 'Error',
			message: "Nothing answers at 'Base URL' (ECONNREFUSED). Check the address, or try again later.",
		});
		const unknown = await press(world, { baseUrl: 'https://rcs.invalid' });
		expect([unknown.status, unknown.message]).toEqual(['Error', saying("Nothing answers at 'Base URL'")]);
	});

	inManyWorlds('does not show the key where the service repeats it', [401, 500, 200], async (world, status) => {
		const body = JSON.stringify({ message: `no such key: ${world.simulator.apiKey}` });
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status, body } });
		expect((await press(world)).status).toBe('Error');
	});

	inOneWorld('is content with an account that has no promotions yet', async (world) => {
		expect((await press(world)).status).toBe('OK');
	});

	inOneWorld('names an API Key that would not arrive as it is', async (world) => {
		for (const apiKey of [`${world.simulator.apiKey}\u200b`, `\ufeff${world.simulator.apiKey}`]) {
			const { status, message } = await press(world, { apiKey });
			expect([status, message]).toEqual(['Error', expect.stringContaining("'API Key' contains a character")]);
		}
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('sends the key unencrypted to nobody but this machine', async (world) => {
		const { status, message } = await press(world, { baseUrl: 'http://rcs.example' });
		expect([status, message]).toEqual(['Error', expect.stringContaining('https://')]);
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('takes a slash too many and blanks', async (world) => {
		const { baseUrl, accountId } = world.simulator;
		expect((await press(world, { baseUrl: ` ${baseUrl}// `, accountId: ` ${accountId} ` })).status).toBe('OK');
	});
});
