import type { IDataObject } from 'n8n-workflow';
import { inWords } from '../../service/errors';
import { counted } from '../../service/values';
import { approvalCode, approvalObstacle } from './approval';
import { nameIsTaken, obstacleOnRecord, obstaclesTo, promotionsOfName, remarkOnRecord, type Guarded } from './guards';
import { obstacleText } from './obstacles';
import { unsent } from './output';
import { previewOf } from './preview';
import type { LaunchRequest } from './request';

interface LiveRun {
	/** What it would stop at. */
	stops: string[];
	/** The promotion that it would give instead. */
	existing?: { promotionId: string | null };
}

/** What a live run would come to: the same guards, read only. */
async function foreseen(guarded: Guarded): Promise<LiveRun> {
	const { attempt, launch } = guarded;
	const { item } = attempt;
	const { ifNameExists, ifSentBefore } = launch.request;
	const obstacles = [await approvalObstacle(item, launch), ...obstaclesTo(guarded)];
	let returned: LiveRun['existing'];
	try {
		const { promotions } = await item.listed();
		const { existing } = promotionsOfName(guarded, promotions);
		if (existing && ifNameExists === 'fail') obstacles.push(nameIsTaken(guarded, existing.promotionId));
		if (ifNameExists === 'return') returned = existing;
	} catch (error) {
		obstacles.push({ message: inWords(error) });
	}
	if (!returned && ifSentBefore === 'fail') obstacles.push(await obstacleOnRecord(guarded));
	return { stops: obstacles.flatMap((obstacle) => (obstacle ? [obstacleText(obstacle)] : [])), existing: returned };
}

/** What a live run would send or stop at, without sending. */
export async function dryRun(guarded: Guarded, { why, wayOut }: { why: string; wayOut: string }): Promise<IDataObject> {
	const { attempt, launch } = guarded;
	const { item } = attempt;
	const code = await approvalCode(item, launch);
	const live = await foreseen(guarded);
	const remarks = await remarkOnRecord(guarded);
	const warnings = [...unsentBecause(live, launch.request), ...launch.warnings, ...remarks];
	const { contacts, request, body } = launch;
	const isOneOfMany = request.recipients !== 'inputItems' && item.context.getInputData().length > 1;
	const inTheWay = inTheWayOf(live);
	const next = `${request.sendMode === 'dryRun' ? '' : `${why}. `}${wayOut}`;
	if (isOneOfMany) item.hintOnce("Nothing was sent for items with the outcome dryRun; their 'reason' says why.");
	else item.hintOnce(`Nothing was sent. ${inTheWay ?? `${readiness(contacts)}${next}`}`);
	for (const warning of warnings) item.hintOnce(warning);
	return unsent(launch, {
		outcome: 'dryRun',
		promotionId: null,
		reason: `${why}. ${inTheWay ?? wayOut}`,
		warnings,
		preview: launch.file ? previewOf(launch.preview, launch.template) : null,
		approvalCode: code,
		body,
	});
}

function unsentBecause({ stops, existing: promotion }: LiveRun, { promotionName }: LaunchRequest): string[] {
	if (stops.length > 0 || !promotion) return stops.map((stop) => `A live run would stop here: ${stop}`);
	const known = promotion.promotionId === null ? '' : ` (${promotion.promotionId})`;
	return [
		`A live run would not send: A promotion named "${promotionName}" already exists${known}, and 'If Name Exists' returns it. To send, change 'Promotion Name'.`,
	];
}

function inTheWayOf({ stops, existing: promotion }: LiveRun): string | undefined {
	if (stops.length > 0)
		return `A live run would not send either: ${counted(stops.length, 'thing')} must be corrected first.`;
	return promotion && 'A live run would return the existing promotion instead of sending.';
}

const readiness = (contacts: number | null) =>
	contacts === null ? '' : `${counted(contacts, 'contact')} ${contacts === 1 ? 'is' : 'are'} ready. `;
