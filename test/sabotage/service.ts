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
				find: "return outcome.kind === 'answer' ? this.withoutKey(outcome) : outcome;",
				by: "return outcome.kind === 'answer' && outcome.status >= 400 ? this.withoutKey(outcome) : outcome;",
			},
		],
		caughtBy: { files: ['test/engine/trouble.test.ts'], tests: 'promotion.getAll shows the key to nobody where' },
	},
	{
		id: 'any-text-is-acceptance',
		promise: 'A success that is neither JSON nor empty is no acceptance',
		edits: [
			{
				file: 'nodes/service/judgement.ts',
				find: 'return isListOrObject(value) && (contentType',
				by: "return kind === 'text' || (contentType",
			},
		],
		caughtBy: { files: ['test/unit/service/judgement.test.ts'], tests: 'A write is unknown' },
	},
	{
		id: 'content-type-ignored',
		promise: 'JSON under another content type is no acceptance',
		edits: [
			{
				file: 'nodes/service/judgement.ts',
				find: '/[/+]json\\b/i.test(contentType)',
				by: 'contentType.length > 0',
			},
		],
		caughtBy: { files: ['test/unit/service/judgement.test.ts'], tests: 'A write is unknown' },
	},
	{
		id: 'any-depth-is-parsed',
		promise: 'However deeply an answer is nested, it neither stops n8n nor overflows its stack',
		edits: [
			{
				file: 'nodes/service/answers.ts',
				find: "if (isTooDeep(text)) return { kind: 'json' };",
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/service/judgement.test.ts'], tests: 'Any number of brackets' },
	},
	{
		id: 'id-of-the-template',
		promise: 'The ID of a launch is never one that the template contains',
		edits: [
			{
				file: 'nodes/service/promotions.ts',
				find: '/^template$/i.test(name)',
				by: 'false',
			},
		],
		caughtBy: { files: ['test/unit/launch/answers.test.ts'], tests: 'is found not in the template' },
	},
	{
		id: 'list-without-ids',
		promise: 'A list whose entries all lack an ID, or that is empty beside an error, is no empty list',
		edits: [
			{
				file: 'nodes/service/promotions.ts',
				find: 'return isList ? [...byId.values()] : undefined;',
				by: 'return isList || true ? [...byId.values()] : undefined;',
			},
		],
		caughtBy: { files: ['test/unit/service/reading.test.ts'], tests: 'is none when' },
	},
	{
		id: 'rounded-id',
		promise: 'Nothing is asked of a promotion whose ID a number cannot hold exactly',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/sharedFields.ts',
				find: 'const promotionId = usableId(value);',
				by: 'const promotionId = usableId(plainText(value));',
			},
		],
		caughtBy: { files: ['test/engine/promotion.test.ts'], tests: 'promotion.cancel refuses a number too long' },
	},
	{
		id: 'another-promotion-confirms',
		promise: 'An answer about another promotion confirms no Stop and no Cancel',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: '.every((id) => id === promotionId)',
				by: ".every((id) => id !== '')",
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'takes an answer about another promotion' },
	},
	{
		id: 'changes-not-shared',
		promise: 'A thousand items of one promotion are refused once in a run',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: 'await item.readOnce(key, async () => await requestUntilConfirmed(change))',
				by: 'await requestUntilConfirmed(change)',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'asks once in a run for a thousand items' },
	},
	{
		id: 'change-requested-once',
		promise: 'A Stop or Cancel that is not confirmed is requested again',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: 'const REQUEST_AFTER_MS = [0, 3_000, 6_000];',
				by: 'const REQUEST_AFTER_MS = [0];',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'is done by the first that arrives' },
	},
	{
		id: 'absence-confirms-a-cancel',
		promise: 'A Cancel that never arrived is not confirmed by lists that lack the promotion',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: 'if (isGone) result.confirmed = isAccepted ? true : null;',
				by: 'if (isGone) result.confirmed = true;',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'is never confirmed if no request arrived' },
	},
	{
		id: 'scattered-misses-cancel',
		promise: 'Scattered lists without a promotion confirm no Cancel',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: 'if (listed || !mayBeGone) result.goneSince = undefined;',
				by: 'if (!mayBeGone) result.goneSince = undefined;',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'scattered lists' },
	},
	{
		id: 'another-name-changed',
		promise: 'Only If Named lets no promotion of another name be changed',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/changeStatus.ts',
				find: "if (expectedName !== '') refuseOtherName",
				by: 'if (expectedName === promotionId) refuseOtherName',
			},
		],
		caughtBy: { files: ['test/engine/statusChange.test.ts'], tests: 'changes nothing that has another name' },
	},
	{
		id: 'wait-not-shared',
		promise: 'Waiting for many items of one promotion reads once per interval',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/waitForCompletion.ts',
				find: 'await item.readOnce(key, wait)',
				by: 'await wait()',
			},
		],
		caughtBy: { files: ['test/engine/waitForCompletion.test.ts'], tests: 'reads once per interval' },
	},
	{
		id: 'one-page-ends-a-wait',
		promise: 'One page of maintenance between good answers does not end a wait',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/waitForCompletion.ts',
				find: 'if (!isTemporary(error) && !shared.latest) throw error;',
				by: 'if (!isTemporary(error)) throw error;',
			},
		],
		caughtBy: { files: ['test/engine/waitForCompletion.test.ts'], tests: 'one such answer between good ones' },
	},
	{
		id: 'scattered-misses-end-a-wait',
		promise: 'Scattered lists without a promotion do not end a wait as removed',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/promotion/waitForCompletion.ts',
				find: 'if (found) listsWithoutIt = 0;',
				by: 'if (found) listsWithoutIt += 0;',
			},
		],
		caughtBy: { files: ['test/engine/waitForCompletion.test.ts'], tests: 'three scattered looks' },
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
