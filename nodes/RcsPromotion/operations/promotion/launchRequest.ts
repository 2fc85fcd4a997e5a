import type { IDataObject } from 'n8n-workflow';
import type { CheckStrictness, DelimiterChoice } from '../../contacts/types';
import { isWellFormed } from '../../../service/values';
import { optionDefault } from '../../launch/optionFields';
import type { SendMode } from '../../launch/sendDecision';
import type { CardsMode, TemplateForm } from '../../template/types';
import { descriptivePropertiesOf } from './launchDescriptive';
import type { ItemContext } from '../../itemContext';

export type Recipients = 'csvFile' | 'inputItems' | 'uploadedList';

export interface LaunchOptions {
	checkContacts: CheckStrictness;
	removeDuplicates: boolean;
	normalizeFile: boolean;
	delimiter: DelimiterChoice;
	ifNameExists: 'fail' | 'return' | 'launch';
	ifSentBefore: 'fail' | 'launch';
	sentBeforeHours: number;
}

/** The form as the user filled it in, every value of the kind it must be. */
export interface LaunchRequest {
	recipients: Recipients;
	sendMode: SendMode;
	targetListName: string;
	promotionName: string;
	template: TemplateForm;
	/** Infinity for no limit. */
	maximumRecipients: number;
	maximumLaunches: number;
	options: LaunchOptions;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

export const recipientsOf = (item: ItemContext): Recipients =>
	new LaunchForm(item).choice('recipients', 'Recipients', ['csvFile', 'inputItems', 'uploadedList']);

export function launchRequest(item: ItemContext): LaunchRequest {
	const form = new LaunchForm(item);
	const recipients = recipientsOf(item);
	const cardsMode = form.choice<CardsMode>('cardsMode', 'Cards', ['form', 'json', 'none']);
	const ofList = recipients === 'uploadedList';
	return {
		recipients,
		sendMode: form.choice<SendMode>('sendMode', 'Send', ['careful', 'always', 'dryRun']),
		targetListName: form.text('targetListName', ofList ? 'Name of the Uploaded List' : 'Name for the New Contact List'),
		promotionName: form.text('promotionName', 'Promotion Name'),
		template: {
			templateName: form.raw('templateName'),
			templateId: form.raw('templateId'),
			templateLanguage: form.raw('templateLanguage'),
			cardsMode,
			...(cardsMode === 'form' ? { cards: form.raw('cards') } : {}),
			...(cardsMode === 'json' ? { cardsJson: form.raw('cardsJson') } : {}),
		},
		maximumRecipients: ofList ? Infinity : form.count('maximumRecipients', 'Maximum Recipients', 0) || Infinity,
		maximumLaunches: form.count('maximumLaunches', 'Maximum Launches', 1),
		options: {
			checkContacts: form.option('checkContacts', 'Check Contacts', ['off', 'warn', 'strict']),
			removeDuplicates: form.toggle('removeDuplicates', 'Remove Duplicates'),
			normalizeFile: form.toggle('normalizeFile', 'Normalize File'),
			delimiter: form.option('delimiter', 'Delimiter', ['auto', 'comma', 'semicolon', 'tab']),
			ifNameExists: form.option('ifNameExists', 'If Name Exists', ['fail', 'return', 'launch']),
			ifSentBefore: form.option('ifSentBefore', 'If Sent Before', ['fail', 'launch']),
			sentBeforeHours: form.hours('sentBeforeHours', 'Hours to Look Back'),
		},
		descriptiveProperties: descriptivePropertiesOf(item, form.optionValue('descriptiveProperties')),
		additionalBodyFields: form.jsonObject('additionalBodyFields', 'Additional Body Fields'),
	};
}

const LONGEST_LOOK_BACK_HOURS = 8_760;

/** Reads fields that may hold anything, since expressions fill them: what cannot be meant is refused, never guessed. */
class LaunchForm {
	private options: IDataObject | undefined;

	constructor(private readonly item: ItemContext) {}

	raw(name: string): unknown {
		return this.item.parameter(name);
	}

	text(name: string, label: string): string {
		const value = this.raw(name);
		const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
		if (!isWellFormed(text))
			return this.refuse(
				`${label} holds half of a character`,
				'A text was cut in the middle of an emoji. Correct its expression.',
			);
		if (text !== '') return text;
		if (typeof value === 'object' && value !== null) {
			return this.refuse(
				`${label} is not a text`,
				'Its expression gives a date, a list or an object. Make a text of it; for a date as in {{ $now.toFormat("yyyy-MM-dd") }}.',
			);
		}
		return this.refuse(`${label} is empty`, 'Fill it in. An expression must give a text.');
	}

	choice<T extends string>(name: string, label: string, choices: readonly T[]): T {
		return this.chosen(this.raw(name), label, choices);
	}

	/** A number that limits something: an empty one must not be read as 0. */
	count(name: string, label: string, least: number): number {
		const number = numberOf(this.raw(name));
		if (Number.isSafeInteger(number) && number >= least) return number;
		return this.refuse(
			`${label} must be a whole number of ${least} or more`,
			'Enter a number, or correct its expression.',
		);
	}

	hours(name: string, label: string): number {
		const hours = numberOf(this.optionValue(name));
		if (hours >= 1 && hours <= LONGEST_LOOK_BACK_HOURS) return hours;
		return this.refuse(`${label} must be a number from 1 to ${LONGEST_LOOK_BACK_HOURS}`, 'Change it in Options.');
	}

	option<T extends string>(name: string, label: string, choices: readonly T[]): T {
		return this.chosen(this.optionValue(name), label, choices);
	}

	toggle(name: string, label: string): boolean {
		const value = this.optionValue(name);
		if (typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		return this.refuse(`${label} must be true or false`, 'Change it in Options.');
	}

	jsonObject(name: string, label: string): IDataObject {
		const value = this.optionValue(name);
		const parsed = typeof value === 'string' && value.trim() !== '' ? parsedJson(value) : value;
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as IDataObject;
		if (parsed === '' || parsed === undefined) return {};
		return this.refuse(`${label} is not a JSON object`, 'Write it as in {"field": "value"}, or remove the option.');
	}

	/** What was set, or what the field would show: an option that was never added holds its default all the same. */
	optionValue(name: string): unknown {
		this.options ??= (this.raw('options') ?? {}) as IDataObject;
		const value: unknown = this.options[name];
		return value === undefined || value === null ? optionDefault(name) : value;
	}

	private chosen<T extends string>(value: unknown, label: string, choices: readonly T[]): T {
		const choice = choices.find((candidate) => candidate === value);
		if (choice !== undefined) return choice;
		return this.refuse(`${label} has a value that is not among its choices`, `Possible are: ${choices.join(', ')}.`);
	}

	private refuse(message: string, description: string): never {
		throw this.item.refusal(message, `Nothing was sent. ${description}`);
	}
}

function numberOf(value: unknown): number {
	if (typeof value === 'string' && value.trim() !== '') return Number(value);
	return typeof value === 'number' ? value : Number.NaN;
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return null;
	}
}
