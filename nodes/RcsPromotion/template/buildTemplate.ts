import type { FormReader } from '../../form/formReader';
import { Issues } from '../issues';
import { buildCardsFromForm } from './cardsFromForm';
import { buildComponentsFromJson } from './cardsFromJson';
import type { BuiltTemplate, Template, TemplateFindings } from './types';

/** The `template` of a launch, and everything found wrong with it before anything is sent. */
export function buildTemplate(form: FormReader): BuiltTemplate {
	const found: TemplateFindings = { issues: new Issues(), references: [] };
	const readText = (name: string) => found.issues.tryTo(undefined, () => form.text(name)) ?? '';
	const template: Template = {
		name: readText('templateName'),
		id: readText('templateId'),
		language: readText('templateLanguage'),
	};
	const cardsMode = form.choice('cardsMode');
	if (cardsMode === 'form') template.components = [{ type: 'CAROUSEL', cards: buildCardsFromForm(form, found) }];
	const components = cardsMode === 'json' ? buildComponentsFromJson(form, found) : [];
	return { template: components.length > 0 ? { ...template, components } : template, ...found };
}
