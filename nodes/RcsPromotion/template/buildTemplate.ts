import type { FormReader } from '../../form/formReader';
import { buildCardsFromForm } from './cardsFromForm';
import { buildCardsFromJson } from './cardsFromJson';
import { TemplateIssues } from './templateIssues';
import type { BuiltTemplate, Template } from './types';

/** The `template` of a launch, and everything found wrong with it before anything is sent. */
export function buildTemplate(form: FormReader): BuiltTemplate {
	const issues = new TemplateIssues();
	const readText = (name: string) => issues.tryTo(undefined, () => form.text(name)) ?? '';
	const template: Template = {
		name: readText('templateName'),
		id: readText('templateId'),
		language: readText('templateLanguage'),
	};
	const cardsMode = form.choice('cardsMode');
	if (cardsMode !== 'none') {
		const cards = cardsMode === 'json' ? buildCardsFromJson(form, issues) : buildCardsFromForm(form, issues);
		template.components = [{ type: 'CAROUSEL', cards }];
	}
	return { template, issues };
}
