import { isObject } from './values';

/** Code and text only: what n8n and axios attach besides holds the request with its key. */
export function networkFault(error: unknown): { code: string; detail: string } {
	// Known by what they hold, not by their class: an error of Node's own may come from another realm than this code.
	for (let fault = error, depth = 0; isObject(fault) && depth < 5; fault = fault.cause, depth++) {
		const code = [fault.code, fault.httpCode].find((value) => typeof value === 'string' && SYSTEM_CODE.test(value));
		if (code !== undefined) return { code: code as string, detail: messageOf(fault) };
	}
	const detail = messageOf(error);
	return { code: CUT_OFF.test(detail) ? 'ECONNRESET' : '', detail };
}

/** Hosts before 2.30 keep the code as if it were an HTTP status, beside real ones. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]+$/;
/** All that those hosts say of an answer that ends too early. */
const CUT_OFF = /\b(aborted|socket hang up)\b/i;

function messageOf(error: unknown): string {
	return isObject(error) && typeof error.message === 'string' ? error.message : '';
}
