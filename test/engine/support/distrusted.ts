/** A server with a certificate that it signed itself. The key is good for nothing else. */
import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const KEY =
	'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg47QckCIbbpkz3OSHBiPqZYis1SWOB3omuarS1x/NU5qhRANCAASb5FwfhPYuO2KPwHryKAMJTAwEIAgQtPpa3wH/wwQzjJGeUuKQZcZIiewIyOarN7/LhDFPaV6zff9iTuyah0qW';
const CERTIFICATE =
	'MIIBfzCCASWgAwIBAgIUbqpC1Mce3TwTE/QDWPe/ByMGMUwwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5MTM0M1oYDzIxMjYxMDI5MDkxMzQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASb5FwfhPYuO2KPwHryKAMJTAwEIAgQtPpa3wH/wwQzjJGeUuKQZcZIiewIyOarN7/LhDFPaV6zff9iTuyah0qWo1MwUTAdBgNVHQ4EFgQUYYYBRLGGZOz5yQatcD6NWAsIGZEwHwYDVR0jBBgwFoAUYYYBRLGGZOz5yQatcD6NWAsIGZEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA667j1emP2WnlEkdIqhBIh7d3ARKBB8aUf0+PR8ELLT8CIBnll+RNCQV5EDzSrnJJwSE/UwC5oTy9D4NBN9DKISDl';

export interface DistrustedServer {
	baseUrl: string;
	/** How many requests got through to it. */
	requests: number;
	stop(): Promise<void>;
}

export async function startDistrustedServer(): Promise<DistrustedServer> {
	const key = createPrivateKey({ key: Buffer.from(KEY, 'base64'), format: 'der', type: 'pkcs8' });
	const options = {
		key: key.export({ format: 'pem', type: 'pkcs8' }),
		cert: `-----BEGIN CERTIFICATE-----\n${CERTIFICATE}\n-----END CERTIFICATE-----\n`,
	};
	const server = createServer(options, (_request, response) => {
		started.requests += 1;
		response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const started: DistrustedServer = {
		baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests: 0,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return started;
}
