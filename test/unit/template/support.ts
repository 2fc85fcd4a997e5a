/** The `template` of a launch, from the fields of its form as n8n passes them. */
import { describeIssue, groupByLevel } from '../../../nodes/RcsPromotion/issues';
import { launchFields } from '../../../nodes/RcsPromotion/launch/launchFields';
import { buildTemplate as build, type Template } from '../../../nodes/RcsPromotion/template/buildTemplate';
import { FormReader } from '../../../nodes/form/formReader';

/** The form's fields as n8n passes them, with expressions resolved. */
export type TemplateForm = Record<string, unknown>;

/** With what there is to say as people read it. */
export function buildTemplate(form: TemplateForm) {
	const host = { timezone: () => 'UTC' };
	const { template, issues, references } = build(new FormReader(launchFields, ({ name }) => form[name], host));
	const { refusals, warnings } = groupByLevel(issues);
	return { template, references, refusals: refusals.map(describeIssue), warnings: warnings.map(describeIssue) };
}

export const cardsIn = ({ components = [] }: Template) =>
	components.flatMap((component) => (component as { cards: Array<{ components: unknown[] }> }).cards);

export const named = { templateName: 'spring', templateId: 't-1', templateLanguage: 'en' };
export const image = 'https://example.com/a.jpg';

export function fromForm(...card: unknown[]): TemplateForm {
	return { ...named, cardsMode: 'form', cards: { card } };
}

export function fromJson(cardsJson: unknown): TemplateForm {
	return { ...named, cardsMode: 'json', cardsJson };
}

export const text = (value: unknown) => ({ source: 'text', text: value });
export const column = (name: string) => ({ source: 'column', column: name });
export const body = (...values: string[]) => ({
	type: 'BODY',
	variables: values.map((value) => ({ type: 'text', value })),
});
export const header = (mediaUrl = image) => ({ type: 'HEADER', format: 'IMAGE', media: { mediaUrl } });
