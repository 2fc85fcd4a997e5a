import type { IDataObject } from 'n8n-workflow';
import type { ContactColumn, PreviewContact } from '../contacts/types';
import type { Template, TemplateCard } from '../template/types';

/** The first contacts as they go out, each with the cards as it will see them. */
export function previewOf(contacts: readonly PreviewContact[], { components }: Template): IDataObject[] {
	const cards = components?.flatMap((component) => component.cards);
	return contacts.map((contact) => ({
		...contact,
		...(cards ? { cards: cards.map((card) => seenBy(contact, card)) } : {}),
	}));
}

function seenBy(contact: PreviewContact, { components }: TemplateCard): IDataObject {
	const card: IDataObject = {};
	for (const component of components) {
		if (component.type === 'HEADER') card.image = component.media.mediaUrl;
		else card.variables = component.variables.map(({ value }) => filled(value, contact));
	}
	return card;
}

function filled(value: string, contact: PreviewContact): string {
	const column = /^\$\{(\w+)\}$/.exec(value)?.[1];
	return column === undefined ? value : (contact[column as ContactColumn] ?? '');
}
