import { defaultDurations } from './life';
import { personalityNamed, type Personality, type PersonalityName } from './personalities';
import type { LifeDurations } from './types';

/** What happens to a launch because of its promotion's name; the times are divided by the speed. */
export interface Misfortune {
	failedPerThousand?: number;
	/** Listed this much later. */
	listedAfterMs?: number;
	/** Nothing is launched, and for this long every request is answered with 503. */
	downMs?: number;
}

/** Everything that may be changed while the simulator runs: what the personality fills, and the following. */
export interface Settings extends Personality {
	apiKey: string;
	/** IDs or names of templates that do not exist or are not approved, so that a launch with one is refused. */
	unapprovedTemplates: string[];
	/** How many texts the cards of a template take, by its name; a launch with another number is refused. Others take any. */
	templateTexts: Record<string, number>;
	/** What happens to a launch whose promotion name contains one of these words, in lower case. */
	byName: Record<string, Misfortune>;
	durations: LifeDurations;
	/** 'full' parses the uploaded contacts, 'hash' only counts and hashes bytes. */
	contactInspection: 'full' | 'hash';
	/** Body fields beyond the document are refused unless this is on. */
	allowUnknownBodyFields: boolean;
}

export interface StartOptions {
	personality?: PersonalityName;
	port?: number;
	host?: string;
	apiKey?: string;
	accountId?: string;
	/** A path prefix before /api/v2, such as /gateway/eu. */
	basePath?: string;
	/** Divides every duration; 1 is real time. */
	speed?: number;
	settings?: Partial<Settings>;
	/** Also serves the control calls over HTTP; 0 picks a port. */
	controlPort?: number;
}

export function createSettings({ personality = 'alder', apiKey, settings = {} }: StartOptions): Settings {
	const created: Settings = {
		...personalityNamed(personality),
		apiKey: apiKey ?? 'simulator-key-7f3a91',
		unapprovedTemplates: [],
		templateTexts: {},
		byName: {},
		durations: defaultDurations,
		contactInspection: 'full',
		allowUnknownBodyFields: false,
	};
	applySettings(created, settings);
	return created;
}

export function applySettings(settings: Settings, changes: Partial<Settings>): void {
	for (const name of Object.keys(changes)) {
		if (!Object.hasOwn(settings, name)) throw new Error(`There is no setting ${name}.`);
	}
	Object.assign(settings, changes);
}
