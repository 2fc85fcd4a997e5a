import { unwrapped } from '../../../nodes/RcsPromotion/contacts/fieldValues';
import { itemSources } from '../../../nodes/RcsPromotion/contacts/itemFields';

/** What each item is sent with, and from where. */
function mapped(...rows: object[]) {
	const { columns, rivals, unsurePhones } = itemSources(rows.map((json) => ({ json: json as never })));
	const values = rows.map((json) =>
		Object.fromEntries(
			Object.entries(columns).map(([column, source]) => [column, unwrapped(source.read(json as never))]),
		),
	);
	const used = Object.fromEntries(
		Object.entries(columns).map(([column, source]) => [column, source.used().join(', ')]),
	);
	return { values, used, rivals, unsurePhones };
}

describe('the best field that holds something, for each contact anew', () => {
	test('half the contacts have one, half the other', () => {
		const { values, used } = mapped(
			{ Phone: '+4930111111', MobilePhone: '' },
			{ Phone: '', MobilePhone: '+49170111111' },
		);
		expect(values.map(({ phone }) => phone)).toEqual(['+4930111111', '+49170111111']);
		expect(used).toEqual({ phone: 'MobilePhone, Phone' });
		expect(mapped({ phone: null }, { phone: '491701' })).toMatchObject({ used: { phone: 'phone' } });
		expect(mapped({ other: 1 }, { phone: '491701' })).toMatchObject({ used: { phone: 'phone' } });
	});
	test('mobile before phone, in whatever order and depth', () => {
		expect(mapped({ phone: '111111', mobile: '222222' })).toMatchObject({ used: { phone: 'mobile' }, rivals: {} });
		expect(mapped({ phone: '111111', properties: { mobilephone: '222222' } }).used).toEqual({
			phone: 'properties.mobilephone',
		});
		expect(mapped({ tel: '111111', properties: { phone: '222222' } }).used).toEqual({ phone: 'tel' });
	});
	test('a field called as the service calls it, whatever it holds', () => {
		expect(mapped({ phone: '491701', name: '0' }).used).toEqual({ phone: 'phone', name: 'name' });
		expect(mapped({ phone: '491701', language: 'no' }).used).toEqual({ phone: 'phone', language: 'language' });
	});
	test('a name that only says something about phones is not taken', () => {
		for (const json of [
			{ fax: '491701111' },
			{ phoneType: '491701111' },
			{ sms_opt_in: '491701111' },
			{ sms: true },
			{ mobile: 'yes' },
			{ WhatsApp: 1 },
			{ Owner: { Phone: '491701111' } },
			{ company: { phone: '491701111' } },
			{ a: { b: { c: { phone: '491701111' } } } },
		]) {
			expect(mapped(json).used).toEqual({});
		}
	});
	test('an answer does not hide the number beside it', () => {
		expect(mapped({ sms: 'yes', phone: '491701111' }).values).toEqual([{ phone: '491701111' }]);
		expect(mapped({ mobile: 'n/a', phone: '491701111' }, { mobile: '491702222', phone: '' }).values).toEqual([
			{ phone: '491701111' },
			{ phone: '491702222' },
		]);
	});
	test('what stands at home or at work is asked for', () => {
		expect(mapped({ 'Home Phone': '491701111', 'Work Phone': '491701112' })).toMatchObject({
			used: {},
			unsurePhones: ['Home Phone', 'Work Phone'],
		});
	});
	test('two of equal right that differ are told', () => {
		expect(mapped({ Mobile: '491701111', 'Mobile Phone': '491701112' })).toMatchObject({
			used: { phone: 'Mobile' },
			rivals: { phone: ['Mobile Phone'] },
		});
		expect(mapped({ Mobile: '+49 1701111', 'Mobile Phone': '491701111' }).rivals).toEqual({});
	});
	test('the list of a CRM gives its mobile number, else its first', () => {
		const list = [
			{ label: 'fax', value: '491700000', primary: true },
			{ label: 'work', value: '491701111' },
			{ label: 'mobile', value: '491702222' },
		];
		expect(mapped({ phone: list }).values).toEqual([{ phone: '491702222' }]);
		expect(mapped({ phone: list.slice(0, 2) }).values).toEqual([{ phone: '491701111' }]);
		expect(mapped({ phone: [] }, { phone: [{ value: '491701111' }] }).values).toEqual([
			{ phone: '' },
			{ phone: '491701111' },
		]);
	});
	test('a name without any number is still told', () => {
		expect(mapped({ phone: 'n/a' })).toMatchObject({ values: [{ phone: 'n/a' }], used: { phone: 'phone' } });
	});
	test('a list of fields may call them as it likes', () => {
		const fields = ['constructor', '__proto__', 'toString', 'phone'].map((key) => ({ key, value: '491701111' }));
		expect(mapped({ fields }).used).toEqual({ phone: 'fields.phone' });
	});
	test('what says no is no number', () => {
		const { values, used } = mapped({ mobile: '491701111' }, { mobile: false }, { mobile: null });
		expect(values.map(({ phone }) => phone)).toEqual(['491701111', false, null]);
		expect(used).toEqual({ phone: 'mobile' });
	});
	test('a number whose country code stands apart is joined with it, unless it has it or begins with 0', () => {
		for (const [phone, sent] of [
			[{ countryCode: 49, number: '1701234567' }, '+49 1701234567'],
			[{ country_code: '+1', phone_number: '4155550100' }, '+1 4155550100'],
			[{ countryCode: '49', number: '491701234567' }, '491701234567'],
			[{ countryCode: '49', number: '+49 170 1234567' }, '+49 170 1234567'],
			[{ countryCode: '49', number: '0170 1234567' }, '0170 1234567'],
			[{ countryCode: 'DE', number: '1701234567' }, '1701234567'],
			[{ countryCode: '', number: '1701234567' }, '1701234567'],
		]) {
			expect(mapped({ phone }).values).toEqual([{ phone: sent }]);
		}
	});
	test('no items, no fields', () => {
		expect(itemSources([])).toEqual({ columns: {}, rivals: {}, unsurePhones: [], fields: [] });
	});
});
