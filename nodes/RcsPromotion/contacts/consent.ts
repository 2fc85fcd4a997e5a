import { comparableName, namesIn, pathText } from './aliases';
import type { ConsentField, Path } from './types';

const WANTED =
	namesIn(`opt in, opted in, sms opt in, email opt in, marketing opt in, subscribed, is subscribed, consent, sms consent,
	marketing consent, accepts marketing, accepts sms marketing, Einwilligung`).map(comparableName);
const UNWANTED =
	namesIn(`opt out, opted out, sms opt out, email opt out, unsubscribe, unsubscribed, is unsubscribed, unsubscribed from all email,
	do not contact, do not call, do not disturb, dnd, HasOptedOutOfEmail, hs_email_optout, Email_Opt_Out, blacklisted, sms blacklisted, email blacklisted`).map(
		comparableName,
	);

/** More would be no list of contacts, and counting them in each contact would take long. */
const MOST_FIELDS = 20;

/** The fields whose name says consent. */
export function consentFieldsOf(paths: readonly Path[]): ConsentField[] {
	const found = paths.flatMap((path, position): ConsentField[] => {
		const agreeing = agreeingIn(path);
		return agreeing ? [{ path, label: pathText(path), position, agreeing, refusing: 0 }] : [];
	});
	return found.slice(0, MOST_FIELDS);
}

function agreeingIn(path: Path): readonly string[] | undefined {
	// HubSpot keeps a value below each field.
	const named = path.at(-1) === 'value' ? path.at(-2) : path.at(-1);
	const name = typeof named === 'string' ? comparableName(named) : '';
	if (WANTED.includes(name)) return ['true', 'yes', 'y', '1', 'x', 'ja', 'oui', 'sí', 'si', 'sì', 'sim'];
	return UNWANTED.includes(name) ? ['false', 'no', 'n', '0', 'nein', 'non', 'não', 'nao'] : undefined;
}

/** Counts a contact that may say no: whatever the field holds, unless it is empty or says clearly that the person wants messages. */
export function countRefusal(field: ConsentField, value: string): void {
	const text = value.trim().toLowerCase();
	if (text !== '' && !field.agreeing.includes(text)) field.refusing++;
}
