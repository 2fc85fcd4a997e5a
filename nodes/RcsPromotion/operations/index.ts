import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { check } from './contactList/check';
import { findInvalid } from './contactList/findInvalid';
import type { Operation } from './operation';
import { cancel } from './promotion/cancel';
import { getAllPromotions } from './promotion/getAllPromotions';
import { getPromotion } from './promotion/getPromotion';
import { launch } from './promotion/launch';
import { stop } from './promotion/stop';
import { waitForCompletion } from './promotion/waitForCompletion';
import { download } from './report/download';
import { getReportRows } from './report/getReportRows';
import { summarize } from './report/summarize';
import { compare } from './statistics/compare';
import { getAllStatistics } from './statistics/getAllStatistics';
import { getStatistics } from './statistics/getStatistics';
import { DESCRIPTIONS } from './tool/texts';

interface Resource {
	name: string;
	/** Workflows save the keys, so a key never changes. */
	operations: Record<string, Operation>;
	defaultOperation: string;
}

/** Every resource and operation of the node, in alphabetical order of their names. Keys are saved in users' workflows and never change once released. */
export const resources: Record<string, Resource> = {
	contactList: {
		name: 'Contact List',
		operations: { check, findInvalid },
		defaultOperation: 'check',
	},
	promotion: {
		name: 'Promotion',
		operations: { cancel, get: getPromotion, getAll: getAllPromotions, launch, stop, waitForCompletion },
		defaultOperation: 'launch',
	},
	report: {
		name: 'Report',
		operations: { download, getAll: getReportRows, summarize },
		defaultOperation: 'getAll',
	},
	statistics: {
		name: 'Statistic',
		operations: { compare, get: getStatistics, getAll: getAllStatistics },
		defaultOperation: 'get',
	},
};

/** The node's whole form: the selectors for resource and operation, then the fields of each operation. */
export function allProperties(from = resources): INodeProperties[] {
	const selector: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(from).map(([value, { name, operations }]) => ({
			name,
			value,
			...(offeredToTools(operations).length === 0 ? NOT_FOR_TOOLS : {}),
		})),
		default: 'promotion',
	};
	// The plain selectors first, because n8n makes its list of actions of the first.
	const selectors = Object.entries(from).flatMap(([key, resource]) => operationSelectors(key, resource));
	return [selector, ...selectors, ...operationFields(from)];
}

const NOT_FOR_TOOLS = { displayOptions: { hide: { '@tool': [true] } } };

const offeredToTools = (operations: Resource['operations']) =>
	Object.entries(operations).filter(([, { peopleOnly }]) => !peopleOnly);

/** AI agents have a selector of their own where they are offered less than people. */
function operationSelectors(resource: string, { operations, defaultOperation }: Resource): INodeProperties[] {
	const [all, offered] = [Object.entries(operations), offeredToTools(operations)];
	const selector = (
		entries: typeof all,
		initial: string,
		{ show, ...hide }: IDisplayOptions = {},
	): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { ...hide, show: { resource: [resource], ...show } },
		options: entries.map(([value, { name, description, action }]) => ({ name, value, description, action })),
		default: initial,
	});
	// A tool that was made with none of them says why it refuses.
	if (offered.length === 0 || offered.length === all.length) return [selector(all, defaultOperation)];
	const forPeople = selector(all, defaultOperation, NOT_FOR_TOOLS.displayOptions);
	return [forPeople, selector(offered, 'getAll', { show: { '@tool': [true] } })];
}

/** A field that operations share is there once: the list of countries alone is a tenth of what n8n's AI builder reads. */
function operationFields(from: Record<string, Resource>): INodeProperties[] {
	const all = Object.entries(from).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([operation, { properties, peopleOnly }]) => ({
			resource,
			operation,
			fields: [...(peopleOnly ? [] : [toolDescription(DESCRIPTIONS[`${resource}.${operation}`])]), ...properties],
		})),
	);
	const merged: INodeProperties[] = [];
	for (const { resource, operation, fields } of all) {
		// Each new one comes right before the field after it, so that the order of each operation is kept.
		let index = merged.length;
		for (const field of fields.toReversed()) {
			if (!merged.includes(field)) merged.splice(index, 0, field);
			if (merged.indexOf(field) > index) {
				throw new Error(`${resource}.${operation} has '${field.name}' in another order than other operations`);
			}
			index = merged.indexOf(field);
		}
	}
	return merged.map((field) => {
		const { show, ...hide } = field.displayOptions ?? {};
		const sharing = all.filter(({ fields }) => fields.includes(field));
		const resource = [...new Set(sharing.map((one) => one.resource))];
		const operation = [...new Set(sharing.map((one) => one.operation))];
		return { ...field, displayOptions: { ...hide, show: { resource, operation, ...show } } };
	});
}

/** Under this name, n8n gives it to a model in place of the text that it makes of resource and operation. */
const toolDescription = (text?: string): INodeProperties => ({
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	default: text,
	required: true,
	description: 'What the AI model reads before it calls this tool',
	displayOptions: { show: { '@tool': [true] } },
});
