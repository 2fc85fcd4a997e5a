import { refuse } from './answer';
import type { Simulation } from './simulation';
import type { Settings } from './settings';
import type { JsonObject } from './types';

/** The launch body held against the document, field by field. Returns the column references its cards make. */
export function checkLaunchBody(body: JsonObject, { settings, accountId }: Simulation): string[] {
	const { furtherBodyFields, takesSingleCards } = settings;
	checkKnownFields(body, 'body', [...bodyFields, ...furtherBodyFields, ...Object.keys(descriptiveChecks)], settings);
	for (const field of furtherBodyFields) if (body[field] !== undefined) requireValue(body, field, accountId);
	requireText(body, 'name', 'name');
	checkPromotionType(body, settings);
	requireValue(body, 'promotionBase', 'TEMPLATE');
	requireValue(body, 'promotionTemplateType', 'TEMPLATE');
	requireValue(body, 'channelType', 'rcs');
	for (const [field, check] of Object.entries(descriptiveChecks)) {
		const value = body[field];
		if (value !== undefined && !check(value)) refuse('invalid', `The field ${field} is not as described.`, field);
	}
	const template = objectAt(body.template, 'template');
	checkKnownFields(template, 'template', ['name', 'id', 'language', 'components'], settings);
	for (const field of ['name', 'id', 'language']) requireText(template, field, `template.${field}`);
	const components = template.components === undefined ? [] : arrayAt(template.components, 'template.components');
	const references = components.flatMap((component, index) => {
		const at = `template.components[${index}]`;
		const isCarousel = !takesSingleCards || objectAt(component, at).type === 'CAROUSEL';
		return isCarousel ? checkCarousel(component, at, settings) : checkPart(objectAt(component, at), at, settings);
	});
	checkTemplate(template, settings);
	return references;
}

/** A template that does not exist, or that takes another number of texts. */
function checkTemplate(template: JsonObject, { unapprovedTemplates, templateTexts }: Settings): void {
	const { name, id, components } = template as { name: string; id: string; components?: unknown };
	if (unapprovedTemplates.includes(id) || unapprovedTemplates.includes(name)) {
		refuse('notApproved', `The template ${name} (${id}) does not exist or is not approved.`, 'template.id');
	}
	const wanted = templateTexts[name];
	if (wanted === undefined || components === undefined) return;
	const sent = JSON.stringify(components).match(/"type":"text"/g)?.length ?? 0;
	if (sent === wanted) return;
	refuse('invalid', `The template ${name} takes ${wanted} texts, not ${sent}.`, 'template.components');
}

/** The document shows IMMEDIATE alone; whether there are others, and what scheduledTime needs, is open. */
function checkPromotionType(body: JsonObject, { takesScheduled }: Settings): void {
	if (!takesScheduled || body.promotionType !== 'SCHEDULED') requireValue(body, 'promotionType', 'IMMEDIATE');
	else if (body.scheduledTime === undefined) refuse('invalid', 'SCHEDULED needs a scheduledTime.', 'scheduledTime');
}

const bodyFields = ['name', 'promotionType', 'promotionBase', 'promotionTemplateType', 'template', 'channelType'];

const isText = (value: unknown) => typeof value === 'string';
const oneOf =
	(...allowed: string[]) =>
	(value: unknown) =>
		allowed.includes(value as string);
const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Eleven properties are described; how they map onto the body is not, so they are taken under their own names. */
const descriptiveChecks: Record<string, (value: unknown) => boolean> = {
	campaignName: isText,
	messageType: oneOf('rich_card', 'carousel', 'standalone'),
	content: isObject,
	title: isText,
	description: isText,
	mediaUrl: isAbsoluteUrl,
	mediaHeight: oneOf('SHORT', 'MEDIUM', 'TALL'),
	suggestions: (value) => Array.isArray(value) && value.every(isObject),
	uploadedListId: isText,
	targetAudience: oneOf('all', 'premium', 'engaged'),
	scheduledTime: (value) =>
		typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value),
};

function checkCarousel(value: unknown, at: string, settings: Settings): string[] {
	const component = objectAt(value, at);
	checkKnownFields(component, at, ['type', 'cards'], settings);
	requireValue(component, 'type', 'CAROUSEL', at);
	const cards = arrayAt(component.cards, `${at}.cards`);
	if (cards.length === 0) refuse('invalid', 'A carousel has at least one card.', `${at}.cards`);
	return cards.flatMap((card, index) => checkCard(card, index, `${at}.cards[${index}]`, settings));
}

function checkCard(value: unknown, position: number, at: string, settings: Settings): string[] {
	const card = objectAt(value, at);
	checkKnownFields(card, at, ['card_index', 'components'], settings);
	if (card.card_index !== position) {
		refuse('invalid', `card_index counts from 0 in the order of the cards; here it has to be ${position}.`, at);
	}
	const components = arrayAt(card.components, `${at}.components`);
	if (components.length === 0) refuse('invalid', 'A card has at least one component.', `${at}.components`);
	const seen = new Set<unknown>();
	return components.flatMap((one, index) => {
		const path = `${at}.components[${index}]`;
		const component = objectAt(one, path);
		if (seen.has(component.type)) refuse('invalid', 'A card has each component at most once.', path);
		seen.add(component.type);
		return checkPart(component, path, settings);
	});
}

function checkPart(component: JsonObject, at: string, settings: Settings): string[] {
	if (component.type === 'BODY') return checkCardBody(component, at, settings);
	if (component.type === 'HEADER') return checkCardHeader(component, at, settings);
	return refuse('invalid', 'The type of a card component is BODY or HEADER.', `${at}.type`);
}

function checkCardHeader(header: JsonObject, at: string, settings: Settings): string[] {
	checkKnownFields(header, at, ['type', 'format', 'media'], settings);
	requireValue(header, 'format', 'IMAGE', at);
	const media = objectAt(header.media, `${at}.media`);
	checkKnownFields(media, `${at}.media`, ['mediaUrl'], settings);
	if (!isAbsoluteUrl(media.mediaUrl)) {
		refuse('invalid', 'mediaUrl has to be an absolute http or https URL.', `${at}.media.mediaUrl`);
	}
	return [];
}

const columnReference = /^\$\{(name|phone|language|businesssubscriberid)\}$/;

function checkCardBody(body: JsonObject, at: string, settings: Settings): string[] {
	checkKnownFields(body, at, ['type', 'variables'], settings);
	const variables = arrayAt(body.variables, `${at}.variables`);
	return variables.flatMap((one, index) => {
		const path = `${at}.variables[${index}]`;
		const variable = objectAt(one, path);
		checkKnownFields(variable, path, ['type', 'value'], settings);
		requireValue(variable, 'type', 'text', path);
		const { value } = variable;
		if (typeof value !== 'string') return refuse('invalid', 'The value of a variable is text.', `${path}.value`);
		const reference = columnReference.exec(value)?.[1];
		if (reference === undefined && value.includes('${')) {
			refuse('invalid', 'A value is either text or one of the four column references.', `${path}.value`);
		}
		return reference === undefined ? [] : [reference];
	});
}

function checkKnownFields(object: JsonObject, at: string, known: string[], settings: Settings): void {
	if (settings.allowUnknownBodyFields) return;
	for (const field of Object.keys(object)) {
		if (!known.includes(field)) refuse('invalid', `The field ${field} is not known in ${at}.`, `${at}.${field}`);
	}
}

function requireText(object: JsonObject, field: string, at: string): void {
	const value = object[field];
	if (typeof value !== 'string' || value.trim() === '') refuse('invalid', `The field ${at} has to be a text.`, at);
}

function requireValue(object: JsonObject, field: string, value: string, at?: string): void {
	const path = at === undefined ? field : `${at}.${field}`;
	if (object[field] !== value) refuse('invalid', `The field ${path} has to be ${value}.`, path);
}

function objectAt(value: unknown, at: string): JsonObject {
	return isObject(value) ? value : refuse('invalid', `The field ${at} has to be an object.`, at);
}

function arrayAt(value: unknown, at: string): unknown[] {
	return Array.isArray(value) ? value : refuse('invalid', `The field ${at} has to be an array.`, at);
}

function isAbsoluteUrl(value: unknown): boolean {
	if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || /\s/.test(value)) return false;
	return URL.canParse(value);
}
