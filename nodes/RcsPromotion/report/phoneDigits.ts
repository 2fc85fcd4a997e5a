import { CODE_INCLUDED, readPhone } from '../contacts/phone';

/** A phone number for searching a CRM: the digits of its E.164 form; empty if it is none. A report has numbers with their country code. */
export function phoneDigits(phone: string): string {
	const read = readPhone(phone, CODE_INCLUDED);
	return read.problem === undefined ? String(read.digits) : '';
}
