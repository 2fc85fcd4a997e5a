import type { FormReader } from '../../form/formReader';
import { cardsFromForm } from './cardsFromForm';
import { cardsFromJson } from './cardsFromJson';
import { Notes } from './notes';
import type { BuiltTemplate, Template } from './types';

/** The `template` of a launch, and everything found wrong with it before anything is sent. */
export function buildTemplate(form: FormReader): BuiltTemplate {
	const notes = new Notes();
	const text = (name: string) => notes.read(undefined, () => form.text(name)) ?? '';
	const template: Template = {
		name: text('templateName'),
		id: text('templateId'),
		language: text('templateLanguage'),
	};
	const cardsMode = form.choice('cardsMode');
	if (cardsMode !== 'none') {
		const cards = cardsMode === 'json' ? cardsFromJson(form, notes) : cardsFromForm(form, notes);
		template.components = [{ type: 'CAROUSEL', cards }];
	}
	return { template, notes };
}
