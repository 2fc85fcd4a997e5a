import type { Sabotage } from '../../tools/sabotagePatch';

export const sabotages: Sabotage[] = [
	{
		id: 'redirects-followed',
		promise: 'The key goes to the credential’s origin and nowhere else, not to a redirect',
		edits: [
			{
				file: 'nodes/service/http.ts',
				find: 'disableFollowRedirect: true,',
				by: 'disableFollowRedirect: false,',
			},
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: 'disableFollowRedirect: true,\n			headers: { ...request.headers',
				by: 'headers: { ...request.headers',
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'reading the list .* a redirect to another host' },
	},
	{
		id: 'redirects-followed-by-the-test',
		promise: 'The key does not follow a redirect when the credential is tested',
		edits: [
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: 'disableFollowRedirect: true,\n			headers: { ...request.headers',
				by: 'headers: { ...request.headers',
			},
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: "headers: { accept: 'application/json' },\n			disableFollowRedirect: true,",
				by: "headers: { accept: 'application/json' },",
			},
		],
		caughtBy: { files: ['test/engine/credential.test.ts'], tests: 'follows no redirect' },
	},
	{
		id: 'no-list-accepted-by-the-test',
		promise: 'The credential test is content with nothing but a list of promotions',
		edits: [
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: "key: 'promotions.push'",
				by: "key: 'promotions'",
			},
		],
		caughtBy: { files: ['test/engine/credential.test.ts'], tests: 'is not content with anything but a list' },
	},
	{
		id: 'key-to-another-origin',
		promise: 'The key is held back from every address but the credential’s own',
		edits: [
			{
				file: 'nodes/service/credential.ts',
				find: 'return target !== undefined && target.origin === new URL(baseUrl.trim()).origin;',
				by: "return target !== undefined && target.host.endsWith(new URL(baseUrl.trim()).hostname.split('.').slice(-2).join('.'));",
			},
		],
		caughtBy: { files: ['test/unit/service/credential.test.ts'], tests: 'The key is held back' },
	},
	{
		id: 'list-failure-ignored',
		promise: 'A list that cannot be read is not an empty list',
		edits: [
			{
				file: 'nodes/service/client.ts',
				find: 'if (tried.value === undefined) throw this.fault(tried.outcome, purpose);',
				by: "if (tried.value === undefined && purpose.doing !== 'list the promotions') throw this.fault(tried.outcome, purpose);\n\t\tif (tried.value === undefined) return [] as unknown as T;",
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'reading the list gives up after some tries' },
	},
	{
		id: 'key-in-a-message',
		promise: 'The key is in no output and in no message, even if the service repeats it',
		edits: [
			{
				file: 'nodes/service/key.ts',
				find: 'return (text) => text.replace(pattern, HIDDEN);',
				by: 'return (text) => (pattern.test(HIDDEN) ? HIDDEN : text);',
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'promotion.getAll shows the key to nobody when' },
	},
	{
		id: 'key-in-answers-that-succeed',
		promise: 'The key is hidden in answers that succeed as in those that fail',
		edits: [
			{
				file: 'nodes/service/client.ts',
				find: "return outcome.kind === 'answer' ? { ...outcome, body: this.hideKeyInAnswer(outcome.body) } : outcome;",
				by: "return outcome.kind === 'answer' && outcome.status >= 400 ? { ...outcome, body: this.hideKeyInAnswer(outcome.body) } : outcome;",
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'promotion.getAll shows the key to nobody where' },
	},
	{
		id: 'advice-lost',
		promise: 'A failed item says what to do, too',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/run.ts',
				find: "if (context.getNode().onError === 'continueErrorOutput') Object.defineProperty(item, 'error', { value: fault });",
				by: "Object.defineProperty(item, 'error', { value: fault, enumerable: true });",
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'leaves a failed item, paired with its own' },
	},
];
