import type { IDataObject } from 'n8n-workflow';
import { inWords } from '../../service/errors';
import { comparable, counted } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { approvalCode, approvalObstacle } from './approval';
import { nameIsTaken, obstacleOnRecord, obstaclesTo, promotionsOfName, remarkOnRecord, type Guarded } from './guards';
import { obstacleText, type Obstacle } from './obstacles';
import { unsent } from './output';
import { previewOf } from './preview';

interface LiveRun {
	/** What it would stop at. */
	stops: string[];
	/** What it would give instead of sending, in words. */
	existing?: string;
}

/** What a live run would come to: the same guards, read only. */
export async function liveRun(guarded: Guarded): Promise<LiveRun> {
	const { attempt, launch } = guarded;
	const { item } = attempt;
	const { ifNameExists, ifSentBefore, promotionName } = launch.request;
	const obstacles = [await approvalObstacle(item, launch), ...obstaclesTo(guarded)];
	let taken: Obstacle | undefined;
	try {
		const { promotions } = await item.listed();
		const { existing } = promotionsOfName(guarded, promotions);
		taken = existing ? nameIsTaken(guarded, existing.promotionId) : takenByItem(item, promotionName);
	} catch (error) {
		obstacles.push({ message: inWords(error) });
	}
	if (ifNameExists === 'fail') obstacles.push(taken);
	const existing = ifNameExists === 'return' ? taken?.message : undefined;
	if (existing === undefined && ifSentBefore === 'fail') obstacles.push(await obstacleOnRecord(guarded));
	return { stops: obstacles.flatMap((obstacle) => (obstacle ? [obstacleText(obstacle)] : [])), existing };
}

/** A live run would have launched under this name before it comes to the item. */
function takenByItem(item: ItemContext, name: string): Obstacle | undefined {
	const first = item.firstWith(`launch ${comparable(name)}`);
	if (first === item.itemIndex) return undefined;
	return {
		message: `Input item ${first + 1} has the same promotion name, "${name}"`,
		wayOut: "Give each item a name of its own, for example with an expression in 'Promotion Name'.",
	};
}

/** What a live run would send or stop at, without sending. */
export async function dryRun(guarded: Guarded, { why, wayOut }: { why: string; wayOut: string }): Promise<IDataObject> {
	const { attempt, launch } = guarded;
	const { item } = attempt;
	const code = await approvalCode(item, launch);
	const live = await liveRun(guarded);
	const remarks = await remarkOnRecord(guarded);
	const warnings = [...unsentBecause(live), ...launch.warnings, ...remarks];
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

export function unsentBecause({ stops, existing }: LiveRun): string[] {
	if (stops.length > 0 || existing === undefined) return stops.map((stop) => `A live run would stop here: ${stop}`);
	return [
		`A live run would not send: ${existing}, and 'If Name Exists' is set to return the existing promotion. To send, change 'Promotion Name'.`,
	];
}

function inTheWayOf({ stops, existing }: LiveRun): string | undefined {
	if (stops.length > 0)
		return `A live run would not send either: ${counted(stops.length, 'thing')} must be corrected first.`;
	return existing && 'A live run would return the existing promotion instead of sending.';
}

const readiness = (contacts: number | null) =>
	contacts === null ? '' : `${counted(contacts, 'contact')} ${contacts === 1 ? 'is' : 'are'} ready. `;
