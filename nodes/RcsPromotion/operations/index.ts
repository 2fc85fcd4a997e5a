import type { INodeProperties } from 'n8n-workflow';
import { check } from './contactList/check';
import { findInvalid } from './contactList/findInvalid';
import type { Resource } from './operation';
import { cancel } from './promotion/cancel';
import { get as getPromotion } from './promotion/get';
import { getAll as getPromotions } from './promotion/getAll';
import { launch } from './promotion/launch';
import { stop } from './promotion/stop';
import { waitForCompletion } from './promotion/waitForCompletion';
import { download } from './report/download';
import { getAll as getReportRows } from './report/getAll';
import { summarize } from './report/summarize';
import { compare } from './statistics/compare';
import { get as getStatistics } from './statistics/get';
import { getAll as getAllStatistics } from './statistics/getAll';
import { DESCRIPTIONS } from './tool/texts';

/** Every resource and operation of the node, in alphabetical order of their names. Keys are saved in users' workflows and never change once released. */
export const resources: Record<string, Resource> = {
	contactList: {
		name: 'Contact List',
		operations: { check, findInvalid },
		defaultOperation: 'check',
	},
	promotion: {
		name: 'Promotion',
		operations: { cancel, get: getPromotion, getAll: getPromotions, launch, stop, waitForCompletion },
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
		options: Object.entries(from).map(([value, { name }]) => ({ name, value })),
		default: 'promotion',
	};
	const selectors = Object.entries(from).map(([key, resource]) => operationSelector(key, resource));
	return [selector, ...selectors, ...operationFields(from)];
}

const operationSelector = (resource: string, { operations, defaultOperation }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: Object.entries(operations).map(([value, { name, description, action }]) => ({
		name,
		value,
		description,
		action,
	})),
	default: defaultOperation,
});

/** The fields of one operation that were not taken yet. */
interface Remaining {
	resource: string;
	operation: string;
	fields: INodeProperties[];
}

/** A field that operations share is there once: the list of countries alone is a tenth of what n8n's AI builder reads. */
function operationFields(from: Record<string, Resource>): INodeProperties[] {
	const all: Remaining[] = Object.entries(from).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([operation, { properties }]) => ({
			resource,
			operation,
			fields: [toolDescription(DESCRIPTIONS[`${resource}.${operation}`]), ...properties],
		})),
	);
	const merged: INodeProperties[] = [];
	for (let field = nextField(all); field; field = nextField(all)) {
		const sharing = all.filter(({ fields }) => fields[0] === field);
		for (const { fields } of sharing) fields.shift();
		merged.push(shownFor(sharing, field));
	}
	const left = all.filter(({ fields }) => fields.length > 0);
	if (left.length === 0) return merged;
	const which = left.map(({ resource, operation, fields: [field] }) => `${resource}.${operation} (${field?.name})`);
	throw new Error(`These operations have shared fields in different orders: ${which.join(', ')}`);
}

/** One that comes first wherever it still is, so that the order of each operation is kept. */
const nextField = (all: Remaining[]): INodeProperties | undefined =>
	all.map(({ fields }) => fields[0]).find((first) => first && all.every(({ fields }) => fields.indexOf(first) < 1));

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

function shownFor(operations: readonly Remaining[], property: INodeProperties): INodeProperties {
	const { show, ...others } = property.displayOptions ?? {};
	const resource = [...new Set(operations.map((one) => one.resource))];
	const operation = [...new Set(operations.map((one) => one.operation))];
	return { ...property, displayOptions: { ...others, show: { resource, operation, ...show } } };
}
