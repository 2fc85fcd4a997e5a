import { refuse, textAnswer, type Answer } from './answer';
import type { JsonObject, Misfortune, Settings } from './types';

/** What happens to a launch because of the words in its promotion's name. */
export function misfortuneOf(promotionName: string, { byName }: Settings): Misfortune {
	const words = Object.keys(byName).filter((word) => promotionName.toLowerCase().includes(word));
	return Object.assign({}, ...words.map((word) => byName[word])) as Misfortune;
}

/** A template that does not exist, or that takes another number of texts. */
export function checkTemplate(template: JsonObject, { unapprovedTemplates, templateTexts }: Settings): void {
	const { name, id, components } = template as { name: string; id: string; components?: unknown };
	if (unapprovedTemplates.includes(id) || unapprovedTemplates.includes(name)) {
		refuse('notApproved', `The template ${name} (${id}) does not exist or is not approved.`, 'template.id');
	}
	const wanted = templateTexts[name];
	if (wanted === undefined || components === undefined) return;
	const sent = JSON.stringify(components).match(/"type":"text"/g)?.length ?? 0;
	if (sent === wanted) return;
	refuse('invalid', `The template ${name} takes ${wanted} texts, not ${sent}.`, 'template.components');
}

export const serviceIsDown = (): Answer =>
	textAnswer(503, 'text/html; charset=utf-8', '<!DOCTYPE html>\n<title>Down</title><h1>Down for maintenance</h1>\n');
