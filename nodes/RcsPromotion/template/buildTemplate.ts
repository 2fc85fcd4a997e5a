import { isListOrObject, leftoverIn, plainText, trimmed } from '../../service/values';
import { cardsFromForm } from './cardsFromForm';
import { cardsFromJson } from './cardsFromJson';
import { Notes } from './notes';
import type { BuiltTemplate, Template, TemplateCard, TemplateForm } from './types';

/** The `template` of a launch, and everything found wrong with it before anything is sent. */
export function buildTemplate(form: TemplateForm): BuiltTemplate {
	const notes = new Notes();
	const template: Template = {
		name: required(form.templateName, 'Template Name', notes),
		id: required(form.templateId, 'Template ID', notes),
		language: required(form.templateLanguage, 'Template Language', notes),
	};
	if (/\s/.test(template.id)) {
		const fault = `'Template ID' "${template.id}" contains a space`;
		notes.warn(undefined, fault, 'Compare it with the ID that the service shows.');
	}
	const cards = cardsOf(form, notes);
	if (cards) template.components = [{ type: 'CAROUSEL', cards }];
	const { references, refusals, warnings } = notes;
	return { template, references, refusals, warnings };
}

function cardsOf({ cardsMode, cards, cardsJson }: TemplateForm, notes: Notes): TemplateCard[] | undefined {
	if (cardsMode === 'none') return undefined;
	return cardsMode === 'json' ? cardsFromJson(cardsJson, notes) : cardsFromForm(cards, notes);
}

function required(value: unknown, field: string, notes: Notes): string {
	const text = trimmed(plainText(value));
	if (isListOrObject(value))
		notes.refuse(undefined, `'${field}' is a list, an object or a date`, 'Choose a field that holds text.');
	else if (typeof value === 'boolean' || leftoverIn(text) !== undefined)
		notes.refuse(undefined, `'${field}' is "${text}"`, 'Correct its expression.');
	else if (text === '') notes.refuse(undefined, `'${field}' is empty`, 'Enter it as the service shows it.');
	return text;
}
