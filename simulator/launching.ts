import { answerOf, refuse, serviceIsDown } from './answer';
import { contentTypeOf, headersWithoutKey, receiveJson, type Accept, type Exchange } from './exchange';
import { checkLaunchBody } from './launchBody';
import type { ContactFileRecord, LaunchRecord } from './ledger';
import { readForm } from './multipart';
import type { Contact } from './reportRows';
import type { Misfortune, Settings } from './settings';
import type { JsonObject } from './types';

/** How many people are taken to be on a list of which nothing is known. */
const unknownRecipients = 1000;

type ReadLaunch = Pick<LaunchRecord, 'form' | 'bodyText' | 'body' | 'bodyContentType' | 'partOrder' | 'file'> & {
	contacts: Contact[];
};

/** Reads and judges a launch; only calling what it returns makes it happen. */
export async function prepareLaunch(exchange: Exchange): Promise<Accept> {
	const { simulation, request, record, route } = exchange;
	const { settings, clock, promotions, speed } = simulation;
	const contentLength = request.headers['content-length'];
	if (contentLength === undefined && settings.requireContentLength) {
		refuse('lengthRequired', 'An upload has to announce its content-length.', 'content-length');
	}
	const { contacts, ...read } = await readLaunch(exchange);
	const { body, file } = read;
	const references = checkLaunchBody(body, simulation);
	const { name, promotionType, template } = body as { name: string; promotionType: string; template: JsonObject };
	const targetListName = route.query.get('name') ?? '';
	const { failedPerThousand, listedAfterMs = 0, downMs } = misfortuneOf(name, settings);
	if (downMs !== undefined) {
		return () => {
			simulation.downUntil = clock.now() + downMs / speed;
			return serviceIsDown();
		};
	}
	return () => {
		const createdAt = clock.now();
		const { listDelayMs } = settings;
		const promotion = promotions.add({
			name,
			automatic: true,
			createdAt,
			promotionType,
			startsAt: promotionType === 'SCHEDULED' ? Date.parse(body.scheduledTime as string) : createdAt,
			listedAt: listDelayMs === 'never' ? Infinity : createdAt + (listDelayMs + listedAfterMs) / speed,
			recipients: file?.contents?.rows ?? unknownRecipients,
			targetListName,
			template,
			contacts,
			...(failedPerThousand === undefined ? {} : { report: { failedPerThousand } }),
		});
		const { promotionId } = promotion;
		simulation.accept(record, {
			...read,
			kind: 'launch',
			promotionId,
			targetListName,
			unresolvedReferences: unresolved(references, file),
			headers: headersWithoutKey(request),
			contentLength: contentLength === undefined ? null : Number(contentLength),
			receivedBytes: record.receivedBytes,
		});
		const answer = settings.launchAnswer(promotionId, promotions.full(promotion));
		return answerOf(settings.accepted.launch, answer, settings);
	};
}

async function readLaunch(exchange: Exchange): Promise<ReadLaunch> {
	const mimeType = contentTypeOf(exchange.request);
	if (mimeType === 'multipart/form-data') return { form: 'multipart', ...(await readForm(exchange)) };
	if (mimeType !== 'application/json') {
		refuse('unsupportedType', 'A launch is sent as multipart/form-data or application/json.', 'content-type');
	}
	const read = await receiveJson(exchange);
	return { form: 'json', ...read, bodyContentType: mimeType, partOrder: [], file: null, contacts: [] };
}

/** What happens to a launch because of the words in its promotion's name. */
function misfortuneOf(promotionName: string, { byName }: Settings): Misfortune {
	const words = Object.keys(byName).filter((word) => promotionName.toLowerCase().includes(word));
	return Object.assign({}, ...words.map((word) => byName[word])) as Misfortune;
}

/** References for which the file has no column; an uploaded list and a file that was only hashed cannot be judged. */
function unresolved(references: string[], file: ContactFileRecord | null): string[] {
	if (!file?.contents) return [];
	const columns = new Set(file.contents.columns.map((column) => column.trim().toLowerCase()));
	return [...new Set(references)].filter((reference) => !columns.has(reference));
}
