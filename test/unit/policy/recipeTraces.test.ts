/** A recipe was made in somebody's n8n, with somebody's accounts and customers. Nothing of them may be left in it. */
import { readRecipe, recipeFiles, type Recipe } from './repository';

type Values = Record<string, unknown>;

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Kept free for examples, and this computer: nobody owns them (RFC 2606, RFC 6761). */
const NOBODYS_HOST = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$|^127\.0\.0\.1$/;
/** Nobody has a number in the area code 555, or one from 555-0100 to 555-0199 in any other. */
const NOBODYS_PHONE = /^1(555\d{7}|\d{3}55501\d\d)$/;
/** A model that OpenAI sells to everyone. */
const FOR_EVERYONE = ['gpt-5-mini'];

/** A thing of an account, chosen from its list or by its address; only a name can be anybody's. */
const isOfAnAccount = ({ __rl, mode, value, ...others }: Values) =>
	__rl === true &&
	(Object.keys(others).some((name) => name.startsWith('cached')) ||
		(mode !== 'name' && !/^(=|$)/.test(String(value)) && !FOR_EVERYONE.includes(String(value))));

/** All that points to an instance, an account or a person. */
function tracesIn(value: unknown, place = ''): string[] {
	if (typeof value === 'object' && value !== null) {
		const own = isOfAnAccount(value as Values) ? [`${place}: ${JSON.stringify(value)}`] : [];
		return Object.entries(value).flatMap(([name, inside]) => {
			const at = `${place}.${name}`;
			return name === 'credentials' || name === 'instanceId' ? [at] : [...own.splice(0), ...tracesIn(inside, at)];
		});
	}
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	const text = String(value).replaceAll(UUID, '');
	const hosts = [...text.matchAll(/(?:\w:\/\/|[\w.+-]@)([\w.-]+)/g)].map(([, host = '']) => host.replace(/\.$/, ''));
	const phones = (text.match(/\+?\(?\d[\d ()./-]{4,}\d/g) ?? []).map((found) => found.replace(/\D/g, ''));
	return [
		...hosts.filter((host) => !NOBODYS_HOST.test(host)),
		...phones.filter((digits) => digits.length >= 7 && !NOBODYS_PHONE.test(digits)),
	].map((found) => `${place}: ${found}`);
}

it.each(recipeFiles)('%s has no trace of an instance, an account or a person', (file) => {
	const recipe = readRecipe(file);
	// n8n writes its own facts beside these: the instance, tags, whether it is published.
	expect(Object.keys(recipe).sort()).toEqual(['connections', 'name', 'nodes', 'pinData', 'settings']);
	expect(recipe.settings).toEqual({ executionOrder: 'v1' });
	expect(tracesIn(recipe)).toEqual([]);
});

describe('would be found', () => {
	const inNode = (parameters: Values) => (recipe: Recipe) =>
		Object.assign(recipe.nodes[0]?.parameters ?? {}, parameters);
	const pinned = (json: Values) => (recipe: Recipe) => (recipe.pinData = { Start: [json] });
	const chosen = (mode: string, value: string, more = {}) => inNode({ list: { __rl: true, mode, value, ...more } });

	it.each<[what: string, harm: (recipe: Recipe) => unknown]>([
		['a credential', ({ nodes }) => (nodes[0]!.credentials = { slackApi: { id: 'aB3dE5fG7hI9jK1l', name: 'Slack' } })],
		['an instance', (recipe) => Object.assign(recipe, { meta: { instanceId: 'f00d' } })],
		['a spreadsheet from a list', chosen('list', '1x2Y3z4A5b6C7d8E9f0G')],
		['a spreadsheet by its ID', chosen('id', '1x2Y3z4A5b6C7d8E9f0G')],
		['what a list once showed', chosen('list', '', { cachedResultName: 'Customers' })],
		['the address of a service', inNode({ url: 'https://api.service.de/v2' })],
		['an address within a text', inNode({ text: '=Look at http://rcs.company.io/{{ $json.id }}' })],
		['a mailbox', inNode({ to: 'jane@company.de' })],
		['a phone', pinned({ phone: '+491701234567' })],
		['a phone without +', pinned({ phone: 491701234567 })],
		['a phone in groups', inNode({ text: 'Call +1 (415) 555-2671.' })],
		['a phone as dialed', pinned({ properties: [{ mobile: '0170/1234567' }] })],
	])('%s', (_what, harm) => {
		const recipe = readRecipe('launch-and-report.json');
		expect(tracesIn(recipe)).toEqual([]);
		harm(recipe);
		expect(tracesIn(recipe)).toHaveLength(1);
	});
});
