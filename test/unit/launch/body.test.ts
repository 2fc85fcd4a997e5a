import type { IDataObject } from 'n8n-workflow';
import { bodyFindings, launchBody, mayReachOthers } from '../../../nodes/RcsPromotion/launch/body';
import type { Template } from '../../../nodes/RcsPromotion/template/types';

const template: Template = { name: 'spring_sale', id: 't-1', language: 'en' };
const content = (additionalBodyFields: IDataObject = {}, descriptiveProperties: IDataObject = {}) => ({
	promotionName: 'Spring',
	template,
	descriptiveProperties,
	additionalBodyFields,
});

describe('the body of a launch', () => {
	it('is that of the document, with what was added', () => {
		expect(launchBody(content({ promotionBase: 'FLOW', brand: 7 }, { title: 'Hello' }))).toEqual({
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

	const scheduledTime = '2030-03-31T18:00:00+02:00';
	it.each<[IDataObject, IDataObject, string | undefined]>([
		[{}, { title: 'Hello' }, undefined],
		[{ brand: 7 }, {}, undefined],
		[{ brand: 7, name: 'Summer' }, {}, `contains "name"`],
		[{ template: {} }, {}, `contains "template"`],
		[{ channelType: 'sms' }, {}, `contains "channelType"`],
		[{}, { scheduledTime }, 'would probably be sent at once'],
		[{ scheduledTime }, {}, 'would probably be sent at once'],
		[{ promotionType: ' immediate ' }, { scheduledTime }, 'would probably be sent at once'],
		[{ promotionType: 'SCHEDULED' }, { scheduledTime }, undefined],
		[{ promotionType: 7 }, { scheduledTime }, undefined],
	])('with the additional fields %j and the properties %j: %s', (additional, properties, says) => {
		const found = bodyFindings(content(additional, properties)).map(({ message }) => message);
		expect(found).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
	});

	it.each(['targetAudience', 'targetListId', 'uploadedListId', 'tagSearchCriteria', 'TargetAudience'])(
		'with %s may reach others than the contacts',
		(field) => {
			expect(mayReachOthers({ ...launchBody(content()), [field]: 'all' })).toBe(true);
		},
	);

	it.each(['title', 'staggered', 'campaignName', 'stopOnCategoryUpdate'])('with %s does not', (field) => {
		expect(mayReachOthers({ ...launchBody(content()), [field]: 'all' })).toBe(false);
	});
});
