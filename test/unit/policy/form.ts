/** Walks a node's form: every field, however deep, with the path under which workflows save it. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { resources } from '../../../nodes/RcsPromotion/operations';
import type { Operation } from '../../../nodes/RcsPromotion/operations/operation';

export interface NamedOperation {
	resource: string;
	operation: string;
	/** `resource.operation`, as tests speak of it. */
	id: string;
	definition: Operation;
}

export const operations: NamedOperation[] = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.entries(all).map(([operation, definition]) => ({
		resource,
		operation,
		id: `${resource}.${operation}`,
		definition,
	})),
);

export interface Field {
	path: string;
	property: INodeProperties;
}

const isCollection = (option: object): option is INodePropertyCollection => 'values' in option;
const isProperty = (option: object): option is INodeProperties => 'type' in option && 'default' in option;

export function fieldsOf(properties: INodeProperties[], parent = ''): Field[] {
	return properties.flatMap((property) => {
		const path = parent + property.name;
		const inside = (property.options ?? []).flatMap((option) => {
			if (isCollection(option)) return fieldsOf(option.values, `${path}.${option.name}.`);
			return isProperty(option) ? fieldsOf([option], `${path}.`) : [];
		});
		return [{ path, property }, ...inside];
	});
}

/** What can be chosen in a field with a fixed choice. */
export function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => !isCollection(option) && !isProperty(option));
}

/** Every text of a field that a person reads, with where it stands. */
export function textsOf({ path, property }: Field): Array<[string, string]> {
	const { displayName, description, placeholder, hint, options = [], modes = [] } = property;
	const { multipleValueButtonText } = property.typeOptions ?? {};
	const own = { displayName, description, placeholder, hint, multipleValueButtonText };
	const texts = Object.entries(own).map(([what, text]): [string, string | undefined] => [`${path} ${what}`, text]);
	for (const option of options) {
		if (isProperty(option)) continue;
		const { name } = option;
		if (isCollection(option)) texts.push([`${path}.${name} displayName`, option.displayName]);
		else {
			texts.push([`${path} option name`, name], [`${path} option ${name} description`, option.description]);
			texts.push([`${path} option ${name} action`, option.action]);
		}
	}
	for (const mode of modes) {
		texts.push([`${path} mode`, mode.displayName], [`${path} mode placeholder`, mode.placeholder]);
		texts.push([`${path} mode hint`, mode.hint]);
	}
	return texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
}

const MOST_SHOWN = 50;

/** What workflows save of a form: names, kinds, defaults and values to choose from. None of them may change once released. */
export function savedForm(properties: INodeProperties[]): string[] {
	// A notice is only shown.
	const saved = fieldsOf(properties).filter(({ property }) => property.type !== 'notice');
	const lines = saved.map(({ path, property }) => {
		const choice = [
			...choicesOf(property).map(({ value }) => JSON.stringify(value)),
			...(property.modes ?? []).map(({ name }) => name),
		];
		// The countries are those of a library, and another test compares them.
		const shown = choice.length > MOST_SHOWN ? [`${choice.length} values`] : choice;
		const from = choice.length > 0 ? ` of ${shown.join(', ')}` : '';
		return `${path}: ${property.type} = ${JSON.stringify(property.default)}${from}`;
	});
	return lines.sort();
}
