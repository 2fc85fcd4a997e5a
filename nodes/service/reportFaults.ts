import { looksLikeHtml } from './answers';
import type { Explanation } from './errors';
import { serviceReason } from './reason';
import { BrokenOff, NotAReport, UnusableReport } from './reportStream';
import { SILENT } from './silence';
import type { Answer } from './types';

const AGAIN = 'Nothing of it is passed on. Run this again; if it goes on, ask the service.';

/** A report that came but cannot be used, in words; undefined for anything else that may be thrown meanwhile. */
export function explainReportFault(fault: unknown, answer: Answer, promotionId: string): Explanation | undefined {
	if (fault instanceof BrokenOff) return explainBrokenOff(fault, promotionId);
	if (fault instanceof UnusableReport) {
		return {
			message: fault.message,
			description: `This is the report of promotion ${promotionId}. ${fault.advice}`,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	return fault instanceof NotAReport ? explainOther(fault, answer, promotionId) : undefined;
}

export const cutOff = (what: string) => new UnusableReport(`The report ended early: ${what}`, AGAIN);

function explainBrokenOff({ outcome, bytesRead }: BrokenOff, promotionId: string): Explanation {
	const { code, detail } = outcome;
	const stopped = code === 'ERR_CANCELED';
	const how = code === SILENT ? 'the service fell silent' : 'the connection broke off';
	return {
		message: stopped
			? 'The execution was stopped while the report was read'
			: `The report ended early: ${how} after ${bytesRead.toLocaleString('en')} bytes`,
		description: stopped
			? 'Run the workflow again when you are ready.'
			: `This is the report of promotion ${promotionId}. ${AGAIN} (${code || detail || 'no details'})`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function explainOther({ head }: NotAReport, answer: Answer, promotionId: string): Explanation {
	const html = looksLikeHtml(head);
	const reason = serviceReason({ body: head });
	const says = reason === '' ? '' : ` The service says: “${reason}”`;
	return {
		message: html ? 'A web page came back instead of the report' : 'What came back is not a report',
		description: html
			? `Could not read the report of promotion ${promotionId}. Open the credential and check Base URL: it is the address of the service without /api/v2.${says} (HTTP ${answer.status})`
			: `The report of promotion ${promotionId} should begin with a line of column names such as Name, Phone and Status. Try again later; if it goes on, ask the service.${says} (HTTP ${answer.status})`,
		httpCode: String(answer.status),
		failure: { cause: html ? 'configuration-invalid' : 'temporarily-unavailable' },
	};
}
