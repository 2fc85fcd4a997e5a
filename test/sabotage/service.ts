import { harm, type Sabotage } from '../harness/sabotagePatch';

export const sabotages: Sabotage[] = [
	{
		id: 'redirects-followed',
		promise: 'The key goes to the credential’s origin and nowhere else, not to a redirect',
		edits: [
			{ file: 'nodes/service/http.ts', find: 'disableFollowRedirect: true,', by: 'disableFollowRedirect: false,' },
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: 'disableFollowRedirect: true,\n\t\t\theaders: { ...request.headers',
				by: 'headers: { ...request.headers',
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'getAll follows no redirect with the key' },
	},
	{
		id: 'redirects-followed-by-the-test',
		promise: 'The key does not follow a redirect when the credential is tested',
		edits: [
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: 'disableFollowRedirect: true,\n\t\t\theaders: { ...request.headers',
				by: 'headers: { ...request.headers',
			},
			{
				file: 'credentials/RcsPromotionApi.credentials.ts',
				find: "headers: { accept: 'application/json' },\n\t\t\tdisableFollowRedirect: true,",
				by: "headers: { accept: 'application/json' },",
			},
		],
		caughtBy: { files: ['test/engine/credential.test.ts'], tests: 'follows no redirect' },
	},
	harm(
		'key-to-another-origin',
		'The key is held back from every address but the credential’s own',
		[
			'service/credential.ts',
			'request.baseURL)?.origin === new URL(baseUrl).origin;',
			"request.baseURL)?.host.endsWith(new URL(baseUrl).hostname.split('.').slice(-2).join('.')) === true;",
		],
		['unit/service/credential', 'The key is held back'],
	),
	harm(
		'list-failure-ignored',
		'A list that cannot be read is not an empty list',
		[
			'service/client.ts',
			'if (value === undefined) throw this.createError(outcome, purpose);',
			"if (value === undefined && purpose.action !== 'list the promotions') throw this.createError(outcome, purpose);\n\t\tif (value === undefined) return [] as unknown as T;",
		],
		['engine/trouble', 'reading the list gives up after some tries'],
	),
	harm(
		'key-in-a-message',
		'The key is in no output and in no message, even if the service repeats it',
		[
			'service/credential.ts',
			'return (text) => text.replace(pattern, HIDDEN);',
			'return (text) => (pattern.test(HIDDEN) ? HIDDEN : text);',
		],
		['engine/trouble', 'promotion.getAll shows the key to nobody when'],
	),
	harm(
		'any-text-is-acceptance',
		'A success that is neither JSON nor empty is no acceptance',
		[
			'service/judgement.ts',
			"return kind === 'empty' || isListOrObject(value);",
			"return kind === 'empty' || kind === 'text' || isListOrObject(value);",
		],
		['unit/service/judgement', 'A write is unknown'],
	),
	harm(
		'another-promotion-confirms',
		'An answer about another promotion confirms no Stop and no Cancel',
		[
			'service/promotions.ts',
			'listIds(entries).includes(promotionId)',
			'listIds(entries).length + promotionId.length > 0',
		],
		['engine/statusChange', 'is not confirmed by an answer'],
	),
	harm(
		'change-requested-once',
		'A Stop or Cancel that is not confirmed is requested again',
		['service/timeouts.ts', 'requestChangeAfterMs: [0, 3_000, 6_000],', 'requestChangeAfterMs: [0],'],
		['engine/statusChange', 'is done by the first that arrives'],
	),
	harm(
		'absence-confirms-a-cancel',
		'A Cancel that never arrived is not confirmed by lists that lack the promotion',
		[
			'RcsPromotion/operations/promotion/statusRequests.ts',
			'this.isGone && isProven ? true : null',
			'this.isGone ? true : null',
		],
		['engine/statusChange', 'is never confirmed if no request arrived|after a cancel'],
	),
	harm(
		'removed-by-one-copy',
		'Wait for Completion calls no running promotion removed because some lists lack it',
		['service/timeouts.ts', 'removedForMs: 60_000', 'removedForMs: 5_000'],
		['engine/waitForCompletion', 'is not ended by a list that is wrong'],
	),
	harm(
		'other-channels-listed',
		'Campaigns of another channel are left out of every list',
		['service/promotions.ts', "!['', 'rcs'].includes(", "['-'].includes("],
		['unit/service/reading', 'leaves out what belongs to another channel'],
	),
	harm(
		'another-name-changed',
		'Only If Named lets no promotion of another name be changed',
		[
			'RcsPromotion/operations/promotion/changeStatus.ts',
			'isSameName(plainText(listed.name), expectedName)',
			'isSameName(plainText(listed.name), plainText(listed.name))',
		],
		['engine/statusChange', 'changes nothing where'],
	),
];
