import type { IDataObject } from 'n8n-workflow';
import {
	buildLaunchBody,
	findBodyIssues,
	findReach,
	type LaunchRequest,
} from '../../../nodes/RcsPromotion/launch/request';
import type { BuiltTemplate, Template } from '../../../nodes/RcsPromotion/template/buildTemplate';

const template: Template = { name: 'spring_sale', id: 't-1', language: 'en' };
const content = (additionalBodyFields: IDataObject = {}, descriptiveProperties: IDataObject = {}) =>
	({
		promotionName: 'Spring',
		builtTemplate: { template } as BuiltTemplate,
		descriptiveProperties,
		additionalBodyFields,
	}) as LaunchRequest;

describe('the body of a launch', () => {
	it('is that of the document, with what was added', () => {
		expect(buildLaunchBody(content({ promotionBase: 'FLOW', brand: 7 }, { title: 'Hello' }))).toEqual({
			name: 'Spring',
			promotionType: 'IMMEDIATE',
			promotionBase: 'FLOW',
			promotionTemplateType: 'TEMPLATE',
			template,
			channelType: 'rcs',
			title: 'Hello',
			brand: 7,
		});
	});

	it('holds what the user wrote in Additional Body Fields, whatever the form says', () => {
		expect(buildLaunchBody(content({ title: 'Mine' }, { title: 'Hello' }))).toMatchObject({ title: 'Mine' });
	});

	const scheduledTime = '2030-03-31T18:00:00+02:00';
	it.each<[IDataObject, IDataObject, string | undefined]>([
		[{}, { title: 'Hello' }, undefined],
		[{ brand: 7, Name: 'x' }, {}, 'contains "Name"'],
		[{ template: {} }, {}, 'contains "template"'],
		[{ channelType: 'sms' }, {}, 'contains "channelType"'],
		[{}, { scheduledTime }, 'would probably be sent at once'],
		[{ scheduleTime: '1924970400' }, {}, '"scheduleTime" is set'],
		[{ SCHEDULETIME: 1924970400 }, {}, '"SCHEDULETIME" is set'],
		[{ data: [{ scheduledTime }] }, {}, '"scheduledTime" is set'],
		[{}, { content: { scheduledTime } }, '"scheduledTime" is set'],
		// As the document has it where none is set.
		[{ scheduleTime: '0' }, {}, undefined],
		[{ scheduleTime: 0, scheduledTime: '' }, {}, undefined],
		[{ note: 'scheduleTime' }, {}, undefined],
		[{ promotionType: ' immediate ' }, { scheduledTime }, 'would probably be sent at once'],
		[{ promotionType: 'SCHEDULED' }, { scheduledTime }, undefined],
		[{ promotionType: 7 }, { scheduledTime }, undefined],
	])('with the additional fields %j and the properties %j: %s', (additional, properties, says) => {
		const found = findBodyIssues(content(additional, properties)).map(({ message }) => message);
		expect(found).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
	});

	it('is looked through for a time wherever it holds one, also in the template', () => {
		const components = [{ type: 'CAROUSEL', cards: [{ scheduledTime }] }];
		const builtTemplate = { template: { ...template, components } } as unknown as BuiltTemplate;
		expect(findBodyIssues({ ...content(), builtTemplate })).toHaveLength(1);
	});
});

describe('whom a launch may reach besides its contacts', () => {
	const reachOf = (given: object) =>
		findReach({ ...content(), ...{ recipientSource: 'inputItems', sendFileUnchanged: false, ...given } }, 'acme');

	it.each([
		{ additionalBodyFields: { businessId: 'acme', listId: '7' }, says: "'Additional Body Fields' could make" },
		{ additionalBodyFields: { businessId: 'acme-2' }, says: "'Additional Body Fields' could make" },
		{ additionalBodyFields: { note: 'all' }, says: "'Additional Body Fields' could make the service send to other" },
		{ descriptiveProperties: { title: 'Hi', targetAudience: 'all' }, says: "'Target Audience' could make" },
		{ descriptiveProperties: { uploadedListId: '7' }, says: "'Uploaded List ID' could make" },
		{ recipientSource: 'uploadedList', says: 'an uploaded list goes to its own contacts' },
		{ sendFileUnchanged: true, says: 'a file that is sent unchanged goes to its own contacts' },
	])('others: %j', ({ says, ...given }) => {
		expect(reachOf(given)).toContain(says);
	});

	it.each([
		{},
		{ recipientSource: 'csvFile' },
		{ additionalBodyFields: { businessId: 'acme' } },
		...['campaignName', 'content', 'description', 'mediaHeight', 'mediaUrl', 'messageType', 'suggestions', 'title'].map(
			(name) => ({ descriptiveProperties: { [name]: 'Hello' } }),
		),
	])('nobody else: %j', (given) => {
		expect(reachOf(given)).toBeUndefined();
	});
});
