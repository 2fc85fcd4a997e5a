import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { isObject, plainText } from '../../../service/values';
import { SET_MAP_MANUALLY } from '../../contacts/reasons';
import { describeField, findPaths } from '../../contacts/sameForAll';
import { TELL_SETTINGS } from '../../issues';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';

/** A model that could set these could loosen them. */
const GUARDS = [
	...['checkContacts', 'doNotContact', 'ifNameExists', 'maximumLaunches', 'maximumRecipients'],
	...['refuseRepeatsWithinHours', 'sendOnlyBetween'],
];
/** The variables in an expression: `$('…')` counts as `$`. */
const VARIABLES = /\$(?:(?=\()|[A-Za-z_]\w*)/g;
/** No model can fill in these. */
const SAFE_VARIABLES = /^\$(?:vars|now|today|execution)?$/;
const FROM_AI = /^\$fromai$/i;
const FIELD_OF_NODE = "{{ $('Name of the node').first().json.field }}";
const FROM_MODEL = "{{ $fromAI('field') }} for what the model fills in, which a reviewer sees";
const FIXED = 'a fixed value, $now, $today, $vars or $execution';

/**
 * A reviewer sees what the tool declares with $fromAI. A model may pass more, which n8n adds to $json, so nothing that is done may
 * depend on $json. Checks expressions as they are written, because a result does not show where it comes from.
 */
export function refuseUnreviewedInput(item: ItemContext, { writes, properties }: Operation): void {
	const { parameters, onError } = item.context.getNode();
	if (onError === 'continueErrorOutput') {
		refuseSetup(
			"'On Error' makes an error output, and n8n then gives the model no answer at all",
			"Set 'On Error' in the tool's settings to 'Stop Workflow' or 'Continue'.",
		);
	}
	const selectors = [
		{ name: 'resource', displayName: 'Resource' },
		{ name: 'operation', displayName: 'Operation' },
	];
	for (const { name, displayName } of [...selectors, ...properties.filter((field) => field.noDataExpression)]) {
		// n8n removes the = of some of them.
		if (!/^=|\{\{/.test(plainText(parameters[name]))) continue;
		refuseSetup(`'${displayName}' is an expression, which a model could fill in`, 'Choose it in the form.');
	}
	const { columns } = parameters as IDataObject;
	if (isObject(columns) && columns.mappingMode !== 'defineBelow') {
		refuseSetup(
			"'Columns' maps automatically, so a model could choose who gets the message with a field that no reviewer sees",
			`${SET_MAP_MANUALLY} and let the model define 'Phone': {{ $fromAI('phone') }}.`,
		);
	}
	if (!writes) return;
	refuseQuery(item);
	for (const field of properties) {
		for (const path of findPaths(parameters[field.name], isExpression)) {
			const isGuard = field.name === 'options' && GUARDS.includes(String(path[0]));
			const text = String(path.reduce<unknown>((value, step) => (value as never)[step], parameters[field.name]));
			const isUnsafe = (name: string) => !SAFE_VARIABLES.test(name) && (isGuard || !FROM_AI.test(name));
			const variable = findVariables(text).find(isUnsafe);
			if (variable !== undefined) {
				refuseSetup(
					`'${describeField(field, path)}' uses ${variable}, which ${isGuard ? 'lets a model set a limit' : 'a model can fill in without a reviewer seeing it'}`,
					isGuard ? `Use ${FIXED}, or ${FIELD_OF_NODE}.` : `Use ${FROM_MODEL}, or ${FIXED}.`,
				);
			}
			if (field.name === 'columns') refuseSeveralItems(item, describeField(field, path), text);
		}
	}
}

/** An agent that works on several items gets the first one of another node for each of them, so one person would get another's message. */
function refuseSeveralItems({ context, itemIndex }: ItemContext, label: string, text: string): void {
	for (const [node] of text.matchAll(/\$\(\s*(['"`])(?:\\.|(?!\1).)*\1\s*\)/g)) {
		const count = Number(context.evaluateExpression(`{{ ${node}.all().length }}`, itemIndex));
		if (count < 2) continue;
		refuseSetup(
			`'${label}' uses ${node}, which has ${count} items, and an agent would always take the first`,
			`Use ${FROM_MODEL}.`,
		);
	}
}

/**
 * n8n's $fromAI reads an argument called query before the one that the tool declares and a reviewer sees. If there is none, $fromAI
 * returns the fallback, which no model can guess.
 */
function refuseQuery({ context, itemIndex }: ItemContext): void {
	const fallback = randomUUID();
	if (context.evaluateExpression(`{{ $fromAI('query', '', 'string', '${fallback}') }}`, itemIndex) === fallback) return;
	if (/\$fromai\s*\(\s*['"`]query\b/i.test(JSON.stringify(context.getNode().parameters).replaceAll('\\', ''))) {
		refuseSetup(
			"The model defines an argument called 'query', which n8n reads before all others",
			'Call it something else.',
		);
	}
	throw new Refusal(
		"There is an argument called 'query', which this tool does not declare and n8n would read before all others",
		'Let the model pass only what the tool declares.',
		"Nothing was done. Call again without the argument 'query'.",
	);
}

const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=');

/** Skips the fixed text before the first expression, which may hold prices such as $5. */
const findVariables = (text: string): string[] => text.slice(Math.max(0, text.indexOf('{{'))).match(VARIABLES) ?? [];

function refuseSetup(message: string, advice: string): never {
	throw new Refusal(message, advice, `Nothing was done. ${TELL_SETTINGS} ${advice}`);
}
