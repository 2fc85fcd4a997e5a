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
