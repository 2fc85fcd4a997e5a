import { setMaxListeners } from 'node:events';
import { Clock } from './clock';
import { FaultRules } from './faults';
import type { ForeignHost } from './foreignHost';
import { Ledger } from './ledger';
import { defaultDurations } from './life';
import { personalityNamed, type Personality } from './personalities';
import { Promotions } from './promotions';
import { RequestLog } from './requestLog';
import type { Settings, StartOptions } from './types';

export const defaultApiKey = 'simulator-key-7f3a91';
export const defaultAccountId = 'acme-42';

/** Everything one running simulator consists of, without its sockets. */
export interface Simulation {
	personality: Personality;
	accountId: string;
	basePath: string;
	speed: number;
	settings: Settings;
	clock: Clock;
	promotions: Promotions;
	ledger: Ledger;
	log: RequestLog;
	faults: FaultRules;
	foreignHost: ForeignHost;
	/** Until then, every request is answered with 503. */
	downUntil: number;
	/** Those who wait for releaseHeld(). */
	held: Set<() => void>;
	stopping: AbortController;
}

export function createSimulation(options: StartOptions, foreignHost: ForeignHost): Simulation {
	const personality = personalityNamed(options.personality ?? 'alder');
	const speed = options.speed ?? 1;
	if (!(speed > 0)) throw new Error('speed has to be a number above 0.');
	const basePath = (options.basePath ?? '').replace(/\/+$/, '');
	if (basePath !== '' && !basePath.startsWith('/')) throw new Error('basePath has to start with a slash.');
	const accountId = options.accountId ?? defaultAccountId;
	const clock = new Clock();
	const settings: Settings = {
		apiKey: options.apiKey ?? defaultApiKey,
		listDelayMs: personality.listDelayMs,
		listNewest: personality.listNewest,
		cancelledStaysListed: personality.cancelledStaysListed,
		stoppedCountsAsPreparation: personality.stoppedCountsAsPreparation,
		takesScheduled: personality.takesScheduled,
		countersAre: personality.countersAre,
		statsBeforeStart: personality.statsBeforeStart,
		unapprovedTemplates: [],
		templateTexts: {},
		byName: {},
		durations: { ...defaultDurations },
		reportTransport: personality.reportTransport,
		contactInspection: 'full',
		allowUnknownBodyFields: false,
		requireContentLength: personality.requireContentLength,
	};
	applySettings(settings, options.settings ?? {});
	const stopping = new AbortController();
	// Every request that waits listens for the end.
	setMaxListeners(0, stopping.signal);
	return {
		personality,
		accountId,
		basePath,
		speed,
		settings,
		clock,
		promotions: new Promotions({ clock, personality, settings, accountId, speed }),
		ledger: new Ledger(),
		log: new RequestLog(),
		faults: new FaultRules(),
		foreignHost,
		downUntil: 0,
		held: new Set(),
		stopping,
	};
}

export function applySettings(settings: Settings, changes: Partial<Settings>): void {
	for (const name of Object.keys(changes)) {
		if (!Object.hasOwn(settings, name)) throw new Error(`There is no setting ${name}.`);
	}
	Object.assign(settings, changes);
}

export function listedAtFor(simulation: Simulation, createdAt: number): number {
	const { listDelayMs } = simulation.settings;
	return listDelayMs === 'never' ? Number.POSITIVE_INFINITY : createdAt + listDelayMs / simulation.speed;
}
