import type { INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { hasLeftOverBraces } from './expressions';
import { Refusal } from '../service/refusal';
import {
	isFilled,
	isListOrObject,
	isObject,
	isWellFormed,
	findLeftover,
	parseJson,
	plainText,
	shortened,
	trimmed,
} from '../service/values';

const MAKE_IT_TEXT =
	'Its expression returns something else. Convert it to text; for a date, use {{ $now.toFormat("yyyy-MM-dd") }}.';
const CORRECT_OR_REWORD =
	'If it comes from an expression, the expression found no value, or a number too long to be exact: correct it. Otherwise, reword the text.';

const NOT_A_LIST = [
	'is not a JSON array of objects',
	'Write it as [{"field": "value"}], with straight quotation marks, and no comma before ] or }.',
] as const;
const NOT_AN_OBJECT = [
	'is not a JSON object',
	'Write it as {"field": "value"}, with straight quotation marks, and no comma before }.',
] as const;
const DATES = '2026-03-31 or 2026-03-31T18:00:00';
const EXPRESSION_FOUND_NOTHING = 'Correct its expression, which found no value, or remove it.';

/** What the reader needs from the node whose form it reads. */
interface FormSettings {
	timezone(): string;
	/** Whether an empty value counts as left out, because an AI model sends one. Otherwise, an expression found nothing: refused. */
	emptyMeansLeftOut?: boolean;
}

/**
 * Reads a form whose values may come from expressions, so they can be of any type. A value with only one possible meaning is accepted:
 * "12" is a number, "false" is off. Everything else is refused. Labels, choices, limits and defaults come from the field's description.
 */
export class FormReader {
	constructor(
		private readonly fields: readonly INodeProperties[],
		/** Returns what the form holds for a field; undefined for a field that was never added. */
		private readonly getValue: (field: INodeProperties) => unknown,
		private readonly settings: FormSettings,
	) {}

	/** Whether the field was added to its collection. */
	has(name: string): boolean {
		return !this.isUnset(this.getValue(this.field(name)));
	}

	/** The value unchanged, or the default. What is wrong in JSON is said with its place, so that is not looked at here. */
	raw(name: string): unknown {
		const field = this.field(name);
		const value = this.getValue(field);
		if (field.type !== 'json' && typeof value === 'string' && hasLeftOverBraces(value)) {
			const advice = "Switch it from 'Fixed' to 'Expression' so that n8n fills it in.";
			this.refuse(name, 'contains {{ }} as plain text', advice);
		}
		return this.isUnset(value) ? field.default : value;
	}

	/** Trimmed, never empty. */
	text(name: string): string {
		const text = this.optionalText(name);
		return text === '' ? this.refuseEmpty(name) : text;
	}

	optionalText(name: string): string {
		const value = this.raw(name);
		if (isListOrObject(value) || typeof value === 'boolean') this.refuse(name, 'is not text', MAKE_IT_TEXT);
		const text = trimmed(plainText(value));
		if (!isWellFormed(text))
			this.refuse(name, 'contains half a character', 'Its expression cuts an emoji in half: correct it.');
		const leftover = isExact(value) ? findLeftover(text) : text;
		return leftover === undefined ? text : this.refuse(name, `contains "${leftover}"`, CORRECT_OR_REWORD);
	}

	choice(name: string, value = this.raw(name)): string {
		const options = this.field(name).options ?? [];
		const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
		const text = plainText(value).trim();
		if (values.includes(text)) return text;
		if (text === '') return this.refuseEmpty(name);
		const problem = `is "${shortenValue(text)}", which is not one of its options`;
		const advice = `Use one of ${values.join(', ')}.`;
		return this.refuse(name, problem, advice, advice);
	}

	/** Several choices, without repeats. */
	choices(name: string): string[] {
		return this.list(name).map((value) => this.choice(name, value));
	}

	isOn(name: string): boolean {
		const text = plainText(this.raw(name)).trim().toLowerCase();
		if (text === 'true' || text === 'false') return text === 'true';
		return this.refuse(
			name,
			'is neither on nor off',
			'Turn it on or off. An expression must return true or false.',
			'Pass true or false.',
		);
	}

	/** Whether an on/off option was added and is on. Adding it turns it on, because that is its default. */
	isAddedAndOn(name: string): boolean {
		return this.has(name) && this.isOn(name);
	}

	wholeNumber(name: string, advice?: string): number {
		return this.number(name, advice, 'a whole number', Number.isSafeInteger);
	}

	number(
		name: string,
		advice = 'Enter a number, or correct its expression.',
		kind = 'a number',
		isAllowed: (value: number) => boolean = Number.isFinite,
	): number {
		const { minValue: minimum = -Infinity, maxValue: maximum = Infinity } = this.field(name).typeOptions ?? {};
		const text = plainText(this.raw(name)).trim();
		const value = text === '' ? Number.NaN : Number(text);
		if (isAllowed(value) && value >= minimum && value <= maximum) return value;
		const orMore = minimum > -Infinity ? ` of ${minimum} or more` : '';
		const limits = maximum < Infinity ? ` from ${minimum} to ${maximum}` : orMore;
		const instead = text === '' ? '' : `, not "${shortenValue(text)}"`;
		return this.refuse(name, `must be ${kind}${limits}${instead}`, advice);
	}

	/** Without repeats. */
	list(name: string): string[] {
		return [...new Set(this.texts(name))];
	}

	/** A list, a list as JSON, a single value, or a text with commas or line breaks. Returns the texts; none if all are empty. */
	texts(name: string): string[] {
		const raw = this.raw(name);
		const json = typeof raw === 'string' ? parseJson(raw) : undefined;
		const value = Array.isArray(json) ? json : raw;
		const entries: unknown[] = typeof value === 'string' ? value.split(/[,\n]/) : [value].flat(2);
		// An object becomes what n8n would write for it in a text, which is refused below. An empty object counts as nothing.
		const converted = entries.map((entry) => (isFilled(entry) ? '[object Object]' : plainText(entry)));
		const texts = converted.map(trimmed).filter((text) => text !== '');
		const unusable = texts.find((text) => findLeftover(text) !== undefined) ?? entries.find((entry) => !isExact(entry));
		if (unusable !== undefined)
			this.refuse(
				name,
				`contains "${shortenValue(plainText(unusable))}"`,
				'Correct its expression: it must return text.',
			);
		const isOneMissing = typeof value !== 'string' && texts.length < entries.length;
		if (isOneMissing && texts.length > 0 && !this.settings.emptyMeansLeftOut)
			this.refuse(name, 'has an empty entry', 'Remove it. If it is an expression, the expression found no value.');
		return texts;
	}

	/** A date field holds ISO text; an expression may return a luxon DateTime or a Date. In ms. */
	moment(name: string): number {
		const value = this.raw(name);
		if (isBlank(value, this.field(name))) return this.refuseEmpty(name);
		// A luxon DateTime, as expressions return it, converts itself to ISO text.
		const moment =
			value instanceof Date
				? DateTime.fromJSDate(value)
				: DateTime.fromISO(String(value).trim(), { zone: this.settings.timezone() });
		if (moment.isValid) return moment.toMillis();
		return this.refuse(name, 'is not a date', `Pick a date, or write it as ${DATES}.`, `Write it as ${DATES}.`);
	}

	/** A JSON object, typed in or from an expression. */
	object(name: string): Record<string, unknown> {
		return this.json(name, isObject, NOT_AN_OBJECT);
	}

	/** A JSON array of objects. */
	objects(name: string): Array<Record<string, unknown>> {
		return this.json(name, isListOfObjects, NOT_A_LIST);
	}

	/** A JSON array with anything in it; empty if the field is. */
	jsonList(name: string): unknown[] {
		return isBlank(this.raw(name), this.field(name)) ? [] : this.json(name, Array.isArray, NOT_A_LIST);
	}

	/** The options of a collection, or their defaults. One that was added but is blank is refused, even if nothing reads it. */
	collection(name: string): FormReader {
		const fields = fieldsIn(this.field(name));
		const options = this.of(fields, this.raw(name));
		const blank = fields.find((field) => options.has(field.name) && isBlank(options.getValue(field), field));
		return blank ? options.refuseEmpty(blank.name) : options;
	}

	/** The entries of a fixed collection, or the one that an expression returned. None may be missing: what follows would move up. */
	entries(name: string, group: string): FormReader[] {
		const groups = this.field(name).options ?? [];
		const fields = groups.flatMap((option) => (option.name === group && 'values' in option ? option.values : []));
		const value = this.raw(name);
		if (isObject(value) && !(group in value)) return [];
		const entries: unknown[] = isObject(value) ? [value[group]].flat() : [value];
		return entries.map((entry, index) => {
			if (isObject(entry)) return this.of(fields, entry);
			return this.refuse(name, entries.length > 1 ? `lacks entry ${index + 1}` : 'is empty', EXPRESSION_FOUND_NOTHING);
		});
	}

	/** Reads these fields of an object like the form itself. */
	of(fields: readonly INodeProperties[], value: unknown): FormReader {
		const values = isObject(value) ? value : {};
		// An expression without a result leaves undefined. That must not look like a field that was never added.
		return new FormReader(fields, ({ name }) => (name in values ? (values[name] ?? null) : undefined), this.settings);
	}

	private isUnset(value: unknown): boolean {
		return value === undefined || (this.settings.emptyMeansLeftOut === true && (value === null || value === ''));
	}

	private json<T>(
		name: string,
		isWanted: (value: unknown) => value is T,
		[problem, advice]: readonly [string, string],
	): T {
		const value = this.raw(name);
		if (value === null || (typeof value === 'string' && value.trim() === '')) return this.refuseEmpty(name);
		const json = typeof value === 'string' ? parseJson(value) : value;
		return isWanted(json) ? json : this.refuse(name, problem, advice);
	}

	private refuseEmpty(name: string): never {
		const advice = this.field(name).required === true ? 'Fill it in.' : 'Fill it in or remove it.';
		return this.refuse(name, 'is empty', `${advice} If it is an expression, the expression found no value.`);
	}

	label(name: string): string {
		return this.field(name).displayName;
	}

	/** Public for checks that need more than one field. */
	refuse(name: string, problem: string, advice: string, forModel?: string): never {
		const another = this.field(name).required === true ? 'Pass another value.' : 'Pass another value, or leave it out.';
		const adviceForModel = this.settings.emptyMeansLeftOut === true ? (forModel ?? another) : undefined;
		throw new Refusal(`'${this.label(name)}' ${problem}`, advice, adviceForModel);
	}

	private field(name: string): INodeProperties {
		const field = this.fields.find((candidate) => candidate.name === name);
		if (field) return field;
		throw new Error(`The form has no field ${name}`);
	}
}

const fieldsIn = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => ('type' in option && 'default' in option ? [option] : []));

/** An empty {} or [] is blank in a JSON field or a collection. Elsewhere an empty list is a value: for example, no one may have opted out. */
function isBlank(value: unknown, { type }: INodeProperties): boolean {
	const parsed = type === 'json' && typeof value === 'string' ? parseJson(value) : value;
	if ((type === 'collection' || type === 'json') && isListOrObject(parsed)) return !isFilled(parsed);
	return value === null || (typeof value === 'string' && trimmed(value) === '');
}

/** A number too large to be exact, such as a long ID, has lost its last digits. */
const isExact = (value: unknown) => typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const isListOfObjects = (value: unknown): value is Array<Record<string, unknown>> =>
	Array.isArray(value) && value.every(isObject);

const shortenValue = (text: string) => shortened(text, 40);
