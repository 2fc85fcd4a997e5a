import type { IDataObject } from 'n8n-workflow';
import {
	Emission,
	repeated,
	unconfirmed,
	type Batch,
	type Unconfirmed,
} from '../../../nodes/RcsPromotionTrigger/batches';
import type { CompactEvents } from '../../../nodes/RcsPromotionTrigger/compactEvents';
import { MINUTE } from './timeline';

const process = { id: 'new', pollNumber: 7, lastPollNumber: 9, now: 60 * MINUTE };

const sentBy = (senders: string[], minute: number, pollNumber = 7): Batch => ({
	senders,
	pollNumber,
	at: minute * MINUTE,
	items: [],
});

describe('what was sent last', () => {
	it.each<[string, Batch, 'repeat' | 'keep' | 'neither']>([
		['by another process 15 minutes ago', sentBy(['old'], 45), 'repeat'],
		['by another process longer ago', sentBy(['old'], 45 - 1 / MINUTE), 'neither'],
		['by this process, after this poll began', sentBy(['new'], 59), 'keep'],
		['by this process, before this poll began', sentBy(['new'], 59, 6), 'neither'],
		['by another process, and again by this one', sentBy(['old', 'new'], 59), 'keep'],
		['by this process, and again by another one', sentBy(['new', 'old'], 59), 'neither'],
	])('%s', (_, batch, expected) => {
		const { repeat, keep } = unconfirmed([batch], process);
		expect({ repeat, keep }).toEqual({
			repeat: expected === 'repeat' ? [batch] : [],
			keep: expected === 'keep' ? [batch] : [],
		});
	});

	it('by another process may wait for as long as this one has had no answer', () => {
		const waiting = { ...process, waitingSince: 50 * MINUTE };
		expect(unconfirmed([sentBy(['old'], 35)], waiting).repeat).toHaveLength(1);
		expect(unconfirmed([sentBy(['old'], 34)], waiting).repeat).toEqual([]);
	});

	it('stays unconfirmed when it is sent again', () => {
		expect(repeated([sentBy(['old'], 50)], process)).toEqual([sentBy(['old', 'new'], 50, 9)]);
	});
});

describe('what one poll emits', () => {
	const item = (id: string): IDataObject[] => [{ event: 'completed', promotionId: id, name: 'x'.repeat(200) }];
	const short = (id: string): CompactEvents => [id, 'x', true, null, 'Completed', null, null, []];
	const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;
	const nothing: Unconfirmed = { keep: [], repeat: [] };
	const ITEM = bytes(item('a'));
	const SHORT = bytes(short('a'));
	const NO_BATCH = bytes([]);

	function emitting(ids: string[], asSentBytes: number, inAllBytes: number, before: Unconfirmed = nothing) {
		const emission = of(before, asSentBytes, inAllBytes);
		const taken = ids.filter((id) => emission.add(item(id), short(id)));
		const [batch] = emission.batch(process);
		return { taken, kept: batch?.items ? 'as sent' : batch?.compact && 'compact' };
	}
	const of = (before: Unconfirmed, asSentBytes: number, inAllBytes: number) =>
		new Emission(before, { asSentBytes, inAllBytes });

	it.each([
		['as sent, up to the limit', 2 * ITEM, 9999, ['a', 'b'], 'as sent'],
		['compact beyond it', 2 * ITEM - 1, 9999, ['a', 'b'], 'compact'],
		['compact, up to the limit of all', ITEM, NO_BATCH + 2 * SHORT, ['a', 'b'], 'compact'],
		['as far as there is room', 0, NO_BATCH + 2 * SHORT - 1, ['a'], 'compact'],
		['as sent where there is room for it', 9999, ITEM, ['a', 'b'], 'compact'],
		['one promotion always', 0, 0, ['a'], 'compact'],
	])('is kept %s', (_, asSentBytes, inAllBytes, taken, kept) => {
		expect(emitting(['a', 'b'], asSentBytes, inAllBytes)).toEqual({ taken, kept });
	});

	it.each(['keep', 'repeat'] as const)('leaves room for what is not confirmed yet: %s', (kind) => {
		const before = { ...nothing, [kind]: [sentBy(['old'], 50)] };
		const room = 2 * SHORT + bytes([sentBy(['old'], 50)]);
		expect(emitting(['a', 'b'], 0, room, before).taken).toEqual(['a', 'b']);
		expect(emitting(['a', 'b'], 0, room - 1, before).taken).toEqual(['a']);
	});

	it('is as it was after something for which there was no room', () => {
		const emission = of(nothing, 2 * ITEM, 0);
		expect(emission.add(item('a'), short('a'))).toBe(true);
		expect(emission.add([...item('b'), ...item('b')], short('b'))).toBe(false);
		expect(emission.add(item('c'), short('c'))).toBe(false);
		expect(emission.items).toEqual(item('a'));
	});

	it('is no batch when there was nothing', () => {
		expect(of(nothing, 100, 100).batch(process)).toEqual([]);
	});
});
