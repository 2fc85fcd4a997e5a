import type { IDataObject } from 'n8n-workflow';
import { findBodyIssues, buildLaunchBody } from '../../../nodes/RcsPromotion/launch/body';
import { findTestObstacle } from '../../../nodes/RcsPromotion/launch/decide';
import type { LaunchRequest } from '../../../nodes/RcsPromotion/launch/launchForm';
import type { BuiltTemplate, Template } from '../../../nodes/RcsPromotion/template/types';

const template: Template = { name: 'spring_sale', id: 't-1', language: 'en' };
const content = (additionalBodyFields: IDataObject = {}, descriptiveProperties: IDataObject = {}) => ({
	promotionName: 'Spring',
	builtTemplate: { template } as BuiltTemplate,
	descriptiveProperties,
	additionalBodyFields,
});

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
		[{ brand: 7 }, {}, undefined],
		[{ brand: 7, name: 'Summer' }, {}, `contains "name"`],
		[{ Name: 'Summer' }, {}, `contains "Name"`],
		[{ template: {} }, {}, `contains "template"`],
		[{ channelType: 'sms' }, {}, `contains "channelType"`],
		[{}, { scheduledTime }, 'would probably be sent at once'],
		[{ scheduledTime }, {}, 'would probably be sent at once'],
		[{ promotionType: ' immediate ' }, { scheduledTime }, 'would probably be sent at once'],
		[{ promotionType: 'SCHEDULED' }, { scheduledTime }, undefined],
		[{ promotionType: 7 }, { scheduledTime }, undefined],
	])('with the additional fields %j and the properties %j: %s', (additional, properties, says) => {
		const found = findBodyIssues(content(additional, properties)).map(({ message }) => message);
		expect(found).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
	});

	it.each<[string, boolean]>([
		['t-1', false],
		['6650f1c2a1', false],
		['6650 f1c2a1', true],
		['t\u00a01', true],
	])('warns of a space inside the ID %j: %s', (id, isTold) => {
		const of = (label: string) => (isTold ? [['warning', `'${label}' "${id}" contains a space`]] : []);
		const said = (given: Parameters<typeof findBodyIssues>[0]) =>
			findBodyIssues(given).map(({ level, message }) => [level, message]);
		expect(said({ ...content(), builtTemplate: { template: { ...template, id } } as BuiltTemplate })).toEqual(
			of('Template ID'),
		);
		expect(said(content({}, { uploadedListId: id }))).toEqual(of('Uploaded List ID'));
	});

	const request = ({ references = [], ...given }: { references?: object[]; [name: string]: unknown }) =>
		({
			recipientSource: 'inputItems',
			contactOptions: { sendFileUnchanged: false },
			...content(),
			builtTemplate: { template, references },
			...given,
		}) as unknown as LaunchRequest;

	it.each([
		{ additionalBodyFields: { businessId: 'acme', listId: '7' }, says: "'Additional Body Fields' could make" },
		{ additionalBodyFields: { businessId: 'acme-2' }, says: "'Additional Body Fields' could make" },
		...['targetAudience', 'audience', 'segment', 'listId', 'recipients', 'note', 'promotionBase'].map((name) => ({
			additionalBodyFields: { [name]: 'all' },
			says: "'Additional Body Fields' could make the service send to other phones",
		})),
		{ descriptiveProperties: { title: 'Hi', targetAudience: 'all' }, says: "'Target Audience' could make" },
		{ descriptiveProperties: { uploadedListId: '7' }, says: "'Uploaded List ID' could make" },
		{
			references: [{ column: 'businesssubscriberid', where: 'Card 1, variable 2' }],
			says: "Card 1, variable 2 uses the contact's own ID, which must not be sent with your phone",
		},
		{ recipientSource: 'uploadedList', says: 'an uploaded list goes to its own contacts' },
		{ contactOptions: { sendFileUnchanged: true }, says: 'a file that is sent unchanged goes to its own contacts' },
	])('could reach others than test phones: %j', ({ says, ...given }) => {
		expect(findTestObstacle(request(given), 'acme')).toContain(says);
	});

	it.each([
		{},
		{ references: [{ column: 'name', where: 'Card 1, variable 1' }] },
		{ recipientSource: 'csvFile' },
		{ additionalBodyFields: { businessId: 'acme' } },
		...['campaignName', 'content', 'description', 'mediaHeight', 'mediaUrl', 'messageType', 'suggestions', 'title'].map(
			(name) => ({ descriptiveProperties: { [name]: 'Hello' } }),
		),
	])('reaches test phones alone: %j', (given) => {
		expect(findTestObstacle(request(given), 'acme')).toBeUndefined();
	});
});
