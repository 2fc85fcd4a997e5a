import { BrokenOff } from './answerBody';
import { looksLikeHtml } from './answers';
import type { Explanation } from './errors';
import { NotAReport, UnusableReport } from './reportStream';
import { quotable } from './serviceReason';
import { SILENT } from './silence';
import type { Answer } from './types';
import { grouped } from './values';

const AGAIN = 'Nothing was passed on. Run this again. If it keeps happening, contact the service.';

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
	const how = code === SILENT ? 'the service stopped sending data' : 'the connection was lost';
	return {
		message: stopped
			? 'The execution was stopped while the report was being read'
			: `The report ended early: ${how} after ${grouped(bytesRead)} bytes`,
		description: stopped
			? 'Run the workflow again when you are ready.'
			: `This is the report of promotion ${promotionId}. ${AGAIN} (${code || detail || 'no details'})`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function explainOther({ head }: NotAReport, answer: Answer, promotionId: string): Explanation {
	const says = quotable(head);
	const of = `This should have been the report of promotion ${promotionId}.`;
	const saying = (message: string) => (says === '' ? message : `${message}: “${says}”`);
	const end = ` (HTTP ${answer.status})`;
	if (looksLikeHtml(head)) {
		return {
			message: saying('The service sent a web page instead of the report'),
			description: `${of} The service may be under maintenance: try again in a few minutes. If it never worked, check 'Base URL' in the credential.${end}`,
			httpCode: String(answer.status),
			failure: { cause: 'configuration-invalid' },
		};
	}
	const next = head.startsWith('\x1f')
		? "It is compressed in a way that n8n cannot unpack. Use Download, followed by n8n's Compression node."
		: 'A report begins with a line of column names such as Name, Phone and Status. Try again later. If it keeps happening, contact the service.';
	return {
		message: saying('The service sent something other than the report'),
		description: `${of} ${next}${end}`,
		httpCode: String(answer.status),
		failure: { cause: 'temporarily-unavailable' },
	};
}
