import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext, Script } from 'node:vm';
import type { INodeProperties } from 'n8n-workflow';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import type { WorkflowJson } from '../../../tools/n8n/restClient';

const EXAMPLES = resolve(__dirname, '../../../examples');
const OURS = 'n8n-nodes-rcs-promotion.';

type Values = Record<string, unknown>;

/** n8n adds this field to every polling trigger. */
const OF_HOST = ['pollTimes'];

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

const files = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));

it.each(files)('%s sets only fields and choices that the forms have', (file) => {
	const { nodes } = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowJson;
	const forms: Record<string, INodeProperties[]> = {
		rcsPromotion: new RcsPromotion().description.properties,
		rcsPromotionTool: new RcsPromotion().description.properties,
		rcsPromotionTrigger: new RcsPromotionTrigger().description.properties,
	};
	const unknown = nodes.flatMap(({ name, type, parameters }) => {
		const form = type.startsWith(OURS) ? forms[type.slice(OURS.length)] : undefined;
		return (form ? unknownIn(parameters, form, parameters) : []).map((field) => `${name}: ${field}`);
	});
	expect(unknown.filter((field) => !OF_HOST.some((name) => field.endsWith(`: ${name}`)))).toEqual([]);
});

/** A line break within quotation marks, for example, is seen only once the node runs, which may be only when something went wrong. */
it.each(files)('%s has only expressions that can be read as JavaScript', (file) => {
	const { nodes } = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowJson;
	const texts = nodes.flatMap(({ parameters }) => textsIn(parameters)).filter((text) => text.startsWith('='));
	const expressions = texts.flatMap((text) => [...text.matchAll(/\{\{(.*?)\}\}(?!\})/gs)].map(([, code = '']) => code));
	const isReadable = (code: string) => {
		try {
			new Script(`(${code})`);
			return true;
		} catch {
			return false;
		}
	};
	expect(expressions.filter((code) => !isReadable(code))).toEqual([]);
});

it.each([
	['completed-to-slack.json', 'Tell the team'],
	['completed-with-reasons.json', 'Write the message'],
	['failure-alert-and-stop.json', 'Tell someone'],
	['final-figures-by-email.json', 'Send the figures'],
])('%s says of a sample that it is one: %s', (file, name) => {
	const { nodes } = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowJson;
	const written = (isSample: boolean) => {
		const $json = {
			isSample,
			name: 'Spring sale',
			summaryText: `Spring sale (${isSample ? 'Sample: ' : ''}Completed)`,
			rates: { failureRate: 6 },
			statistics: { failed: 60, attempted: 1000 },
		};
		const scope = { $json, $: () => ({ item: { json: $json } }) };
		const texts = textsIn(nodes.find((node) => node.name === name)?.parameters);
		return texts.map((text) =>
			text.replaceAll(/\{\{(.*?)\}\}(?!\})/gs, (_, code) => String(runInNewContext(`(${code})`, scope))),
		);
	};
	expect(written(true).join()).toMatch(/Sample: /);
	expect(written(false).join()).not.toMatch(/sample/i);
});

it('a sample texts the user alone, and a real event everyone who failed', () => {
	const { nodes } = JSON.parse(
		readFileSync(join(EXAMPLES, 'failed-recipients-to-sheet-and-sms.json'), 'utf8'),
	) as WorkflowJson;
	const filledIn = (node: string, field: string, isSample?: boolean) => {
		const code = /^=\{\{(.*)\}\}$/.exec(String(nodes.find(({ name }) => name === node)?.parameters[field]))?.[1];
		const scope = { $json: { isSample, phone: '+491701234567' }, $: () => ({ first: () => ({ json: { isSample } }) }) };
		return runInNewContext(`(${code})`, scope) as unknown;
	};
	expect([filledIn('Send an SMS', 'to', true), filledIn('Failed recipients', 'returnAll', true)]).toEqual([
		'+15550100001',
		false,
	]);
	expect([filledIn('Send an SMS', 'to'), filledIn('Failed recipients', 'returnAll')]).toEqual(['+491701234567', true]);
});

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
