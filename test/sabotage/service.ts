import type { Sabotage } from '../harness/sabotagePatch';

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
		id: 'key-to-another-origin',
		promise: 'The key is held back from every address but the credential’s own',
		edits: [
			{
				file: 'nodes/service/credential.ts',
				find: 'request.baseURL)?.origin === new URL(baseUrl).origin;',
				by: "request.baseURL)?.host.endsWith(new URL(baseUrl).hostname.split('.').slice(-2).join('.')) === true;",
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
				find: 'if (value === undefined) throw this.createError(outcome, purpose);',
				by: "if (value === undefined && purpose.action !== 'list the promotions') throw this.createError(outcome, purpose);\n\t\tif (value === undefined) return [] as unknown as T;",
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'reading the list gives up after some tries' },
	},
	{
		id: 'key-in-a-message',
		promise: 'The key is in no output and in no message, even if the service repeats it',
		edits: [
			{
				file: 'nodes/service/credential.ts',
				find: 'return (text) => text.replace(pattern, HIDDEN);',
				by: 'return (text) => (pattern.test(HIDDEN) ? HIDDEN : text);',
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'promotion.getAll shows the key to nobody when' },
	},
	{
		id: 'any-text-is-acceptance',
		promise: 'A success that is neither JSON nor empty is no acceptance',
		edits: [
			{
				file: 'nodes/service/judgement.ts',
				find: "return kind === 'empty' || isListOrObject(value);",
				by: "return kind === 'empty' || kind === 'text' || isListOrObject(value);",
			},
		],
		caughtBy: { files: ['test/unit/service/judgement.test.ts'], tests: 'A write is unknown' },
	},
	{
		id: 'another-promotion-confirms',
		promise: 'An answer about another promotion confirms no Stop and no Cancel',
		edits: [
			{
				file: 'nodes/service/promotions.ts',
				find: 'listIds(entries).includes(promotionId)',
				by: 'listIds(entries).length + promotionId.length > 0',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'is not confirmed by an answer' },
	},
	{
		id: 'change-requested-once',
		promise: 'A Stop or Cancel that is not confirmed is requested again',
		edits: [
			{
				file: 'nodes/service/timeouts.ts',
				find: 'requestChangeAfterMs: [0, 3_000, 6_000],',
				by: 'requestChangeAfterMs: [0],',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'is done by the first that arrives' },
	},
	{
		id: 'absence-confirms-a-cancel',
		promise: 'A Cancel that never arrived is not confirmed by lists that lack the promotion',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/statusChange.ts',
				find: 'this.isGone && isProven ? true : null',
				by: 'this.isGone ? true : null',
			},
		],
		caughtBy: {
			files: ['test/engine/statusChange.test.ts'],
			tests: 'is never confirmed if no request arrived|after a cancel',
		},
	},
	{
		id: 'removed-by-one-copy',
		promise: 'Wait for Completion calls no running promotion removed because some lists lack it',
		edits: [{ file: 'nodes/service/timeouts.ts', find: 'removedForMs: 60_000', by: 'removedForMs: 5_000' }],
		caughtBy: { files: ['test/engine/waitForCompletion.test.ts'], tests: 'is not ended by a list that is wrong' },
	},
	{
		id: 'other-channels-listed',
		promise: 'Campaigns of another channel are left out of every list',
		edits: [{ file: 'nodes/service/promotions.ts', find: "!['', 'rcs'].includes(", by: "['-'].includes(" }],
		caughtBy: { files: ['test/unit/service/reading.test.ts'], tests: 'leaves out what belongs to another channel' },
	},
	{
		id: 'another-name-changed',
		promise: 'Only If Named lets no promotion of another name be changed',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: 'if (listed && isSameName(plainText(listed.name), expectedName)) return',
				by: 'if (listed) return',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'changes nothing where' },
	},
];
