import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../form/formReader';
import { describeField, findPaths } from '../contacts/sameForAll';
import { readContactOptions, readRecipientsChoice, readTestPhones, refuseDoNotContact } from '../contacts/contactForm';
import type { ContactOptions, RecipientsChoice } from '../contacts/types';
import type { Issue } from '../issues';
import type { ItemContext } from '../itemContext';
import { buildTemplate } from '../template/buildTemplate';
import type { BuiltTemplate } from '../template/types';
import { launchFields } from './fields';
import { descriptiveProperties } from './optionFields';

/** The form of a launch as the user filled it in, with every value checked. */
export interface LaunchRequest {
	/** What was chosen in 'Recipients': where the contacts come from. */
	recipientSource: RecipientsChoice;
	/** careful: to everyone if the run was started live, otherwise to the test phones. */
	sendMode: 'careful' | 'always' | 'dryRun';
	/** The user's own phones, to which a test goes; empty if none were entered. */
	testPhones: readonly string[];
	targetListName: string;
	promotionName: string;
	builtTemplate: BuiltTemplate;
	/** Infinity for no limit. */
	maximumRecipients: number;
	maximumLaunches: number;
	ifNameExists: 'fail' | 'return' | 'launch';
	/** 0 if repeats are allowed. */
	refuseRepeatsWithinHours: number;
	/** Undefined if launches are allowed at any hour. */
	sendOnlyBetween?: SendHours;
	contactOptions: ContactOptions;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

/** The first minute in which a launch is allowed, and the first in which it no longer is, such as 09:00 and 20:00. */
export interface SendHours {
	from: string;
	to: string;
}

const LONGEST_NAME = 200;

/** The form as the user filled it in, with every value checked and typed. */
export async function readLaunchRequest(item: ItemContext): Promise<LaunchRequest> {
	const { form } = item;
	const options = form.collection('options');
	const recipientSource = await readRecipientsChoice(item, launchFields);
	const isUploadedList = recipientSource === 'uploadedList';
	const promotionName = readPromotionName(item);
	const contactOptions = readContactOptions(item);
	if (isUploadedList) refuseDoNotContact(options);
	const sendMode = form.choice('sendMode') as LaunchRequest['sendMode'];
	return {
		recipientSource,
		sendMode,
		// The other modes do not use it.
		testPhones: sendMode === 'careful' ? readTestPhones(item, contactOptions.country) : [],
		targetListName: isUploadedList
			? form.text('targetListName')
			: options.optionalText('contactListName') || promotionName,
		promotionName,
		builtTemplate: withGaps(buildTemplate(form), item),
		maximumRecipients: isUploadedList ? Infinity : options.wholeNumber('maximumRecipients') || Infinity,
		maximumLaunches: options.wholeNumber('maximumLaunches'),
		ifNameExists: options.choice('ifNameExists') as LaunchRequest['ifNameExists'],
		refuseRepeatsWithinHours: options.wholeNumber('refuseRepeatsWithinHours'),
		sendOnlyBetween: options.has('sendOnlyBetween') ? readSendHours(options.collection('sendOnlyBetween')) : undefined,
		contactOptions,
		descriptiveProperties: readDescriptiveProperties(
			options.collection('descriptiveProperties'),
			item.context.getTimezone(),
		),
		additionalBodyFields: options.object('additionalBodyFields') as IDataObject,
	};
}

/** Warns of a text with a gap: a part of its expression found nothing, such as the name in "Hello {{ $json.name }}, 20% off". */
function withGaps(built: BuiltTemplate, { context, itemIndex }: ItemContext): BuiltTemplate {
	const field = launchFields.find(({ name }) => name === 'cards') as INodeProperties;
	const { cards } = context.getNode().parameters;
	const isNothing = (expression: string): boolean => {
		try {
			return (context.evaluateExpression(expression, itemIndex) ?? '') === '';
		} catch {
			// Part of a longer one, which has }} inside.
			return false;
		}
	};
	const gaps = findPaths(cards, isPartlyExpression).flatMap((path): Issue[] => {
		const text = path.reduce<unknown>((within, step) => (within as Record<string | number, unknown>)[step], cards);
		const empty = splitAtExpressions(text as string).expressions.find(isNothing);
		const message = `${empty} found nothing, so the text has a gap`;
		const advice = 'Correct the expression, or remove it.';
		return empty === undefined ? [] : [{ level: 'warning', where: describeField(field, path), message, advice }];
	});
	return { ...built, issues: [...built.issues, ...gaps] };
}

/** One that is empty as a whole is refused. */
const isPartlyExpression = (text: string) =>
	text.startsWith('=') && splitAtExpressions(text.slice(1)).rest.trim() !== '';

function splitAtExpressions(text: string): { expressions: string[]; rest: string } {
	const [beginning = '', ...parts] = text.split('{{');
	const split = parts.map((part) => part.split('}}'));
	const expressions = split.map(([code]) => `{{${code}}}`);
	return { expressions, rest: [beginning, ...split.flatMap(([, ...after]) => after)].join('') };
}

/** The reviewer reads the name next to other facts, so it must be one line, and from a model also short. */
function readPromotionName({ form, isTool }: ItemContext): string {
	const name = form.text('promotionName');
	if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
		form.refuse('promotionName', 'contains a line break or a tab', 'Write it on one line.');
	// What follows would be shown backwards, as another name.
	if (/[\u202a-\u202e\u2066-\u2069]/.test(name))
		form.refuse('promotionName', 'contains an invisible sign that turns text around', 'Type it anew.');
	if (!isTool || name.length <= LONGEST_NAME) return name;
	return form.refuse('promotionName', `has more than ${LONGEST_NAME} characters`, 'Shorten it.');
}

function readSendHours(form: FormReader): SendHours {
	const hours = { from: readTimeOfDay(form, 'from'), to: readTimeOfDay(form, 'to') };
	if (hours.from === hours.to) form.refuse('to', "is the same as 'From'", 'Enter two different times.');
	return hours;
}

function readTimeOfDay(form: FormReader, name: string): string {
	const time = form.text(name).padStart(5, '0');
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	return form.refuse(name, 'is not a time of day', 'Write it as 09:00 or 21:30.');
}

/** The properties that were added, under their own names. */
function readDescriptiveProperties(form: FormReader, zone: string): IDataObject {
	const added = descriptiveProperties.filter(({ name }) => form.has(name));
	return Object.fromEntries(added.map((field) => [field.name, readProperty(form, field, zone)])) as IDataObject;
}

function readProperty(form: FormReader, { name, type, default: fieldDefault }: INodeProperties, zone: string): unknown {
	switch (type) {
		case 'json':
			// The field's default shows whether it takes an array or an object.
			return fieldDefault === '[]' ? form.objects(name) : form.object(name);
		case 'dateTime':
			return DateTime.fromMillis(form.moment(name), { zone }).toISO({ suppressMilliseconds: true });
		case 'options':
			return form.choice(name);
		default:
			return form.text(name);
	}
}
