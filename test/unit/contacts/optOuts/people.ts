/** Mobile numbers that can exist, by the country that they are of. The lists in this folder write them in every other way. */
export const DE = '+4915123456701';
export const DE2 = '+4917612345602';
export const AT = '+436641234567';
export const CH = '+41791234567';
export const GB = '+447400900123';
export const IE = '+353850123456';
export const FR = '+33612340023';
export const IT = '+393471234567';
export const ES = '+34612345678';
export const NL = '+31687654321';
export const SE = '+46701740605';
export const FI = '+358413245678';
export const DK = '+4520123456';
export const NO = '+4740612345';
export const EE = '+37253123456';
/** Of seven digits, as some still are there. */
export const EE7 = '+3725023456';
/** Of five digits. */
export const FK = '+50051234';
export const IS = '+3546112345';
export const HU = '+36201239876';
export const TR = '+905012345678';
export const US = '+14155550132';
export const US2 = '+12125550187';
export const BR = '+5511912345678';
export const MX = '+525512345678';
export const AR = '+5491123456789';
export const AR_CORDOBA = '+5493515123456';
export const IN = '+919876543210';
export const SG = '+6581234567';
export const HK = '+85261230987';
export const JP = '+819012348765';
export const AU = '+61491570156';
export const ZA = '+27711234567';
export const NG = '+2348021234567';
export const AE = '+971501234567';
export const IL = '+972502345678';
/** Where a number begins with a zero, which a spreadsheet drops. */
export const CI = '+2250712345678';
export const LT = '+37061234567';

/** Whom no list names: people of many countries, two of them with short numbers. */
export const STRANGERS = [
	'+4915198765432',
	'+436769876543',
	'+447400123987',
	'+33755667788',
	'+14155550199',
	'+5521998877665',
	'+919812340987',
	'+4542987612',
	'+37255987654',
	'+27829876543',
];

/** A contact whose number differs in this one of its digits, counted from the end, and who is therefore somebody else. */
export const withOther = (phone: string, fromEnd: number): string => {
	const at = phone.length - fromEnd;
	return `${phone.slice(0, at)}${(Number(phone[at]) + 1) % 10}${phone.slice(at + 1)}`;
};

/** By what is special about it: what the expression in 'Do Not Contact' gives, or the text that was entered; and whom it names. */
export type Shapes = Record<string, [optOuts: unknown, ...listed: string[]]>;

/** One person of each country, in the ways in which people there write their own number, and in which strangers write it. */
const inForms = (country: string, listed: string, forms: unknown[]): Shapes =>
	Object.fromEntries(forms.map((form) => [`${country}: ${JSON.stringify(form)}`, [[{ number: form }], listed]]));

export const countryShapes: Shapes = {
	...inForms('Germany', DE, ['0151 23456701', '0049 151 23456701', '49 151 23 45 67 01', 15123456701]),
	...inForms('Austria', AT, ['0664 / 12 34 567', '0043 664 1234567', 436641234567]),
	...inForms('Switzerland', CH, ['079 123 45 67', '0041 79 123 45 67', 791234567]),
	...inForms('United Kingdom', GB, ['07400 900123', '+44 (0) 7400 900 123', '00447400900123']),
	...inForms('Ireland', IE, ['085 012 3456', '00353 85 0123456']),
	...inForms('France', FR, ['06 12 34 00 23', '+33 (0)6 12 34 00 23', '0033612340023', 612340023]),
	...inForms('Italy', IT, ['347 1234567', '0039 347 1234567', '39 347-1234567']),
	...inForms('Spain', ES, ['612 345 678', '0034 612 34 56 78']),
	...inForms('Netherlands', NL, ['06-87654321', '0031 6 87654321']),
	...inForms('Sweden', SE, ['070-174 06 05', '0046 70 174 06 05']),
	...inForms('Finland', FI, ['041 3245678', '00358 41 324 5678']),
	...inForms('Denmark', DK, ['20123456', '20 12 34 56', '004520123456', 4520123456, 20123456]),
	...inForms('Norway', NO, ['406 12 345', '+47 406 12 345', '004740612345']),
	...inForms('Estonia', EE, ['5312 3456', '00372 5312 3456', 37253123456]),
	...inForms('Estonia, seven digits', EE7, ['502 3456', '+372 502 3456', 3725023456]),
	// Fewer than seven digits count with their country code only.
	...inForms('Falkland Islands', FK, ['+500 51234', '0050051234', '500-51234', 50051234]),
	...inForms('Iceland', IS, ['611 2345', '00354 6112345']),
	...inForms('Hungary', HU, ['06 20 123 9876', '+36 20 123 9876']),
	...inForms('Turkey', TR, ['0501 234 56 78', '0090 501 234 56 78']),
	...inForms('United States', US, [
		'415-555-0132',
		'1 (415) 555-0132',
		'1.415.555.0132',
		'011 1 415 555 0132',
		4155550132,
	]),
	...inForms('Brazil', BR, ['(11) 91234-5678', '011 91234-5678', '0 15 11 91234-5678', '+55 (11) 9 1234-5678']),
	...inForms('Brazil, without the 9', BR, ['(11) 1234-5678', '+55 11 1234-5678', 551112345678]),
	...inForms('Mexico', MX, ['55 1234 5678', '+52 1 55 1234 5678', '044 55 1234 5678', '5215512345678']),
	...inForms('Argentina', AR, [
		'011 15-2345-6789',
		'11 2345-6789',
		'+54 9 11 2345-6789',
		'+54 11 2345 6789',
		'11 15 2345 6789',
	]),
	...inForms('Argentina, Córdoba', AR_CORDOBA, [
		'0351 15-512-3456',
		'+54 351 512-3456',
		'351 5123456',
		'54 9 351 512 3456',
	]),
	...inForms('India', IN, ['098765 43210', '98765-43210', '0091 98765 43210', 919876543210]),
	...inForms('Singapore', SG, ['8123 4567', '(65) 8123-4567', '001 65 8123 4567', 81234567]),
	...inForms('Hong Kong', HK, ['6123 0987', '00852 6123 0987']),
	...inForms('Japan', JP, ['090-1234-8765', '010 81 90 1234 8765']),
	...inForms('Australia', AU, ['0491 570 156', '0011 61 491 570 156', '61 491 570 156']),
	...inForms('South Africa', ZA, ['071 123 4567', '0027 71 123 4567']),
	...inForms('Nigeria', NG, ['0802 123 4567', '009 234 802 123 4567']),
	...inForms('United Arab Emirates', AE, ['050 123 4567', '00971 50 123 4567']),
	...inForms('Israel', IL, ['050-234-5678', '972-50-234-5678']),
	...inForms('Ivory Coast', CI, ['07 12 34 56 78', 712345678, '00225 07 12 34 56 78']),
	...inForms('Lithuania', LT, ['861234567', '+370 612 34567']),
};
