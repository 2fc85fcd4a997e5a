import { DateTime } from 'luxon';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';
import type { ItemContext } from '../itemContext';
import { descriptiveFields } from './descriptiveFields';

/** The added ones under their own names; what was added and left empty is not sent. */
export function descriptivePropertiesOf(item: ItemContext, form: FormReader): IDataObject {
	const properties: IDataObject = {};
	for (const { name } of descriptiveFields.options ?? []) {
		if (!form.has(name) || form.raw(name) === '') continue;
		const value = propertyOf(item, form, name);
		if (typeof value !== 'object' || Object.keys(value as object).length > 0) properties[name] = value as GenericValue;
	}
	return properties;
}

function propertyOf(item: ItemContext, form: FormReader, name: string): unknown {
	switch (name) {
		case 'scheduledTime':
			return DateTime.fromMillis(form.moment(name), { zone: item.context.getTimezone() }).toISO({
				suppressMilliseconds: true,
			});
		case 'content':
			return form.object(name);
		case 'suggestions':
			return form.objects(name);
		case 'messageType':
		case 'mediaHeight':
		case 'targetAudience':
			return form.choice(name);
		case 'mediaUrl': {
			const url = form.text(name);
			if (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) return url;
			throw item.refusal("'Media URL' is not a web address", 'Enter an address that begins with https:// or http://.');
		}
		default:
			return form.text(name);
	}
}
