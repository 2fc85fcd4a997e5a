import { stalePictures } from '../../../demo/shown';

it('pictures show what is there', () => {
	// Take them anew with `npx tsx demo/pictures.ts stale`, the film with `npx tsx demo/film.ts`, and look at them.
	expect(stalePictures()).toEqual([]);
});
