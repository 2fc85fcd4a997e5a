import type { IDataObject } from 'n8n-workflow';
import { momentOf } from '../promotionQuery';
import { DateTime } from 'luxon';
import type { ItemContext } from '../../itemContext';

const CHOICES: Record<string, readonly string[]> = {
	messageType: ['rich_card', 'carousel', 'standalone'],
	mediaHeight: ['SHORT', 'MEDIUM', 'TALL'],
	targetAudience: ['all', 'premium', 'engaged'],
};

/** The added ones under their own names; what was added and left empty is not sent. */
export function descriptivePropertiesOf(item: ItemContext, added: unknown): IDataObject {
	const properties: IDataObject = {};
	for (const [name, value] of Object.entries((added ?? {}) as IDataObject)) {
		const read = readProperty(item, name, value);
		if (read !== undefined) properties[name] = read;
	}
	return properties;
}

function readProperty(item: ItemContext, name: string, value: IDataObject[string]): IDataObject[string] {
	const refuse = (message: string, description: string) => item.refusal(message, `Nothing was sent. ${description}`);
	if (value === undefined || value === null || value === '') return undefined;
	if (name === 'scheduledTime') {
		const moment = momentOf(item, value, 'Scheduled Time');
		if (moment === undefined) return undefined;
		return DateTime.fromMillis(moment, { zone: item.context.getTimezone() }).toISO({ suppressMilliseconds: true });
	}
	if (name === 'content' || name === 'suggestions') {
		const parsed = typeof value === 'string' ? parsedJson(value) : value;
		const fits = name === 'content' ? isObject(parsed) : Array.isArray(parsed) && parsed.every(isObject);
		if (fits) return isEmpty(parsed as object) ? undefined : (parsed as IDataObject);
		if (name === 'content') throw refuse('Content is not a JSON object', 'Write it as in {"title": "Spring"}.');
		throw refuse('Suggestions is not a JSON array of objects', 'Write it as in [{"text": "Open"}].');
	}
	const choices = CHOICES[name];
	if (choices && !choices.includes(value as string)) {
		throw refuse(
			`The descriptive property ${name} has a value that is not among its choices`,
			`Possible are: ${choices.join(', ')}.`,
		);
	}
	if (name === 'mediaUrl' && !isWebAddress(value)) {
		throw refuse('Media URL is not a web address', 'Enter an address that begins with https:// or http://.');
	}
	if (typeof value === 'object')
		throw refuse(`The descriptive property ${name} is not a text`, 'Correct its expression.');
	return String(value);
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: object) => Object.keys(value).length === 0;

function isWebAddress(value: unknown): boolean {
	return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
