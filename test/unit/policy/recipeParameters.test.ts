import { runInNewContext, Script } from 'node:vm';
import type { INodeProperties } from 'n8n-workflow';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import { EXPRESSION, readRecipe, recipeFiles, textsIn } from './repository';

const OURS = 'n8n-nodes-rcs-promotion.';

type Values = Record<string, unknown>;

/** n8n adds this field to every polling trigger. */
const OF_HOST = ': pollTimes';

function isOf(property: INodeProperties, { resource, operation }: Values): boolean {
	const { show = {} } = property.displayOptions ?? {};
	const allows = (name: string, value: unknown) => {
		const allowed = show[name] as unknown[] | undefined;
		return value === undefined || allowed === undefined || allowed.includes(value);
	};
	return allows('resource', resource) && allows('operation', operation);
}

/** Where n8n would pass over a value without a word: fields that the form does not have, and choices that it does not offer. */
function unknownIn(values: Values, properties: INodeProperties[], chosen: Values, place = ''): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const at = `${place}${name}`;
		const [property] = properties.filter((one) => one.name === name && isOf(one, chosen));
		if (property === undefined) return [at];
		const options = property.options ?? [];
		if (property.type === 'collection') {
			return unknownIn(value as Values, options as INodeProperties[], chosen, `${at}.`);
		}
		if (property.type === 'fixedCollection') {
			return Object.entries(value as Values).flatMap(([group, entries]) => {
				const found = options.find((option) => option.name === group);
				if (!found || !('values' in found)) return [`${at}.${group}`];
				return [entries].flat().flatMap((entry) => unknownIn(entry as Values, found.values, chosen, `${at}.${group}.`));
			});
		}
		if (property.type !== 'options' && property.type !== 'multiOptions') return [];
		const offered = options.map((option) => ('value' in option ? option.value : undefined));
		const isOffered = (one: unknown) => String(one).startsWith('=') || offered.includes(one as string);
		return offered.length === 0 || [value].flat().every(isOffered) ? [] : [`${at}: ${JSON.stringify(value)}`];
	});
}

const action = new RcsPromotion().description.properties;
const forms: Record<string, INodeProperties[]> = {
	[`${OURS}rcsPromotion`]: action,
	[`${OURS}rcsPromotionTool`]: action,
	[`${OURS}rcsPromotionTrigger`]: new RcsPromotionTrigger().description.properties,
};

it.each(recipeFiles)('%s sets only fields and choices that the forms have', (file) => {
	const unknown = readRecipe(file).nodes.flatMap(({ name, type, parameters }) =>
		unknownIn(parameters, forms[type] ?? [], parameters).flatMap((field) => (forms[type] ? [`${name}: ${field}`] : [])),
	);
	expect(unknown.filter((field) => !field.endsWith(OF_HOST))).toEqual([]);
});

/** A line break within quotation marks, for example, is seen only once the node runs, which may be only when something went wrong. */
it.each(recipeFiles)('%s has only expressions that can be read as JavaScript', (file) => {
	const texts = textsIn(readRecipe(file).nodes.map(({ parameters }) => parameters));
	const expressions = texts.filter((text) => text.startsWith('=')).flatMap((text) => [...text.matchAll(EXPRESSION)]);
	for (const [, code = ''] of expressions) expect(() => new Script(`(${code})`)).not.toThrow();
});

/** What a node of a recipe holds, its expressions filled in. */
function filledIn(file: string, name: string, $json: Values): string[] {
	const scope = { $json, $: () => ({ item: { json: $json }, first: () => ({ json: $json }) }) };
	const { parameters } = readRecipe(file).nodes.find((node) => node.name === name)!;
	return textsIn(parameters).map((text) =>
		text.replaceAll(EXPRESSION, (_, code) => String(runInNewContext(`(${code})`, scope))),
	);
}

it.each([
	['completed-to-slack.json', 'Tell the team'],
	['completed-with-reasons.json', 'Write the message'],
	['failure-alert-and-stop.json', 'Tell someone'],
	['final-figures-by-email.json', 'Send the figures'],
])('%s says of a sample that it is one: %s', (file, name) => {
	const written = (isSample: boolean) =>
		filledIn(file, name, {
			isSample,
			name: 'Spring sale',
			summaryText: `Spring sale (${isSample ? 'Sample: ' : ''}Completed)`,
			rates: { failureRate: 6 },
			statistics: { failed: 60, attempted: 1000 },
		}).join();
	expect(written(true)).toMatch(/Sample: /);
	expect(written(false)).not.toMatch(/sample/i);
});

it.each([
	{ isSample: true, to: '+15550100001', everyone: 'false' },
	{ isSample: undefined, to: '+491701234567', everyone: 'true' },
])('a sample texts the user alone, and a real event everyone who failed: %j', ({ isSample, to, everyone }) => {
	const of = (node: string) =>
		filledIn('failed-recipients-to-sheet-and-sms.json', node, { isSample, phone: '+491701234567' });
	expect(of('Send an SMS')).toContain(`=${to}`);
	expect(of('Failed recipients')).toContain(`=${everyone}`);
});
