import { stalePictures } from '../../../demo/shown';

it('pictures show what is there', () => {
	const stale = stalePictures().join(', ');
	if (stale === '') return;
	const advice = 'Take pictures anew with `npx tsx demo/pictures.ts stale`, the film with `npx tsx demo/film.ts`';
	throw new Error(`These no longer show what is there: ${stale}. ${advice}, and look at them.`);
});
