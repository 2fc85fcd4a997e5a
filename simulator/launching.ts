import { refuse, textAnswer } from './answer';
import { misfortuneOf, serviceIsDown } from './byName';
import { headersWithoutKey, receive, type Accept, type Exchange } from './exchange';
import { checkLaunchBody } from './launchBody';
import type { ContactFileRecord } from './ledger';
import { readForm, resetIfAsked } from './multipart';
import { parseObject } from './patching';
import type { ReportSubject } from './reportRows';
import { listedAtFor } from './simulation';
import type { JsonObject } from './types';

/** How many people an uploaded list is taken to hold. */
const uploadedListRecipients = 1000;

interface ReadLaunch {
	form: 'multipart' | 'json';
	bodyText: string;
	bodyContentType: string;
	partOrder: string[];
	file: ContactFileRecord | null;
	contacts: ReportSubject['contacts'];
	recipients: number;
}

const longestJson = 8 * 1024 * 1024;

/** Reads and judges a launch; only calling what it returns makes it happen. */
export async function prepareLaunch(exchange: Exchange): Promise<Accept> {
	const { simulation, request, record, route } = exchange;
	const contentLength = request.headers['content-length'];
	if (contentLength === undefined && simulation.settings.requireContentLength) {
		refuse('lengthRequired', 'An upload has to announce its content-length.', 'content-length');
	}
	const read = await readLaunch(exchange);
	const body = parseObject(read.bodyText);
	const references = checkLaunchBody(body, simulation);
	const targetListName = route.query.get('name') ?? '';
	const { failedPerThousand, listedAfterMs = 0, downMs } = misfortuneOf(body.name as string, simulation.settings);
	if (downMs !== undefined) {
		return () => {
			simulation.downUntil = simulation.clock.now() + downMs / simulation.speed;
			return serviceIsDown();
		};
	}
	return () => {
		const { clock, promotions, ledger, log, personality } = simulation;
		const createdAt = clock.now();
		const promotion = promotions.add(
			{
				name: body.name as string,
				automatic: true,
				phase: 'preparation',
				createdAt,
				promotionType: body.promotionType as string,
				startsAt: body.promotionType === 'SCHEDULED' ? Date.parse(body.scheduledTime as string) : createdAt,
				listedAt: listedAtFor(simulation, createdAt) + listedAfterMs / simulation.speed,
				recipients: read.recipients,
				targetListName,
				template: body.template as JsonObject,
				...(failedPerThousand === undefined ? {} : { report: { failedPerThousand } }),
			},
			'launch',
			read.contacts,
		);
		const written = ledger.append({
			kind: 'launch',
			requestSequence: record.sequence,
			clockTime: createdAt,
			promotionId: promotion.promotionId,
			form: read.form,
			targetListName,
			bodyText: read.bodyText,
			body,
			bodyContentType: read.bodyContentType,
			partOrder: read.partOrder,
			file: read.file,
			unresolvedReferences: unresolved(references, read.file),
			headers: headersWithoutKey(request),
			contentLength: contentLength === undefined ? null : Number(contentLength),
			receivedBytes: record.receivedBytes,
		});
		record.promotionId = promotion.promotionId;
		record.ledgerSequence = written.sequence;
		record.stage = 'accepted';
		log.tell(record);
		const { contentType, text } = personality.launchAnswer(promotion.promotionId, promotions.full(promotion));
		return textAnswer(personality.successStatus.launch, contentType, text);
	};
}

async function readLaunch(exchange: Exchange): Promise<ReadLaunch> {
	const contentType = exchange.request.headers['content-type'] ?? '';
	const mimeType = contentType.split(';')[0]?.trim().toLowerCase();
	if (mimeType === 'multipart/form-data') {
		const { file, reader, bodyText, bodyContentType, partOrder } = await readForm(exchange);
		return {
			form: 'multipart',
			bodyText,
			bodyContentType,
			partOrder,
			file,
			contacts: reader.contacts,
			recipients: reader.rows,
		};
	}
	if (mimeType !== 'application/json') {
		refuse('unsupportedType', 'A launch is sent as multipart/form-data or application/json.', 'content-type');
	}
	return {
		form: 'json',
		bodyText: await readJson(exchange),
		bodyContentType: contentType,
		partOrder: [],
		file: null,
		contacts: [],
		recipients: uploadedListRecipients,
	};
}

async function readJson(exchange: Exchange): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of receive(exchange)) {
		resetIfAsked(exchange);
		pieces.push(piece);
		if (exchange.record.receivedBytes > longestJson) refuse('invalid', 'The body is far too long.', 'body');
	}
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
	} catch {
		return refuse('invalid', 'The body is not UTF-8.', 'body');
	}
}

/** References for which the file has no column; an uploaded list and a file that was only hashed cannot be judged. */
function unresolved(references: string[], file: ContactFileRecord | null): string[] {
	if (!file?.contents) return [];
	const columns = new Set(file.contents.columns.map((column) => column.trim().toLowerCase()));
	return [...new Set(references)].filter((reference) => !columns.has(reference));
}
