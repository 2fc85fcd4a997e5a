import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { containers, aliases } from '../../../nodes/RcsPromotion/contacts/aliases';
import { allProperties } from '../../../nodes/RcsPromotion/operations';

/**
 * What a model may add to what a tool declares: the value under every name that a contact's field may have, in every place where one may
 * be, and under the name of every field of the form.
 */
export function undeclaredArguments(value: string): IDataObject {
	const given = Object.fromEntries(
		allProperties()
			.flatMap(namesIn)
			.map((name): [string, unknown] => [name, value]),
	);
	const texts = containers.flatMap(([, patterns]) =>
		Object.values(aliases).flatMap((names) => names.flatMap((name) => patterns.map((one) => one.replace('*', name)))),
	);
	// Longer paths win over the text that would be in their way.
	for (const text of texts.sort((a, b) => a.split('.').length - b.split('.').length)) put(given, text, value);
	// n8n reads it before what is declared, so it is refused.
	delete given.query;
	return given as IDataObject;
}

const namesIn = ({ name, options = [] }: INodeProperties): string[] => [
	name,
	...options.flatMap((option) =>
		'type' in option ? namesIn(option) : 'values' in option ? option.values.flatMap(namesIn) : [],
	),
];

/** `phones[].value` is in the first entry of a list. */
function put(target: Record<string, unknown>, text: string, value: string): void {
	const steps = text.replaceAll('[]', '.0').split('.');
	let place: Record<string, unknown> = target;
	for (const [at, step] of steps.slice(0, -1).entries()) {
		if (typeof place[step] !== 'object') place[step] = steps[at + 1] === '0' ? [] : {};
		place = place[step] as Record<string, unknown>;
	}
	place[steps.at(-1) ?? ''] = value;
}
