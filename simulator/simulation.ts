import { setMaxListeners } from 'node:events';
import { FaultRules } from './faults';
import type { ForeignHost } from './foreignHost';
import { Ledger, RequestLog, type RequestRecord } from './ledger';
import { Clock } from './life';
import { Promotions } from './promotions';
import { createSettings, type StartOptions } from './settings';

/** Everything one running simulator consists of, without its sockets. */
export type Simulation = ReturnType<typeof createSimulation>;

export function createSimulation(options: StartOptions, foreignHost: ForeignHost) {
	const { accountId = 'acme-42', speed = 1 } = options;
	if (!(speed > 0)) throw new Error('speed has to be a number above 0.');
	const basePath = (options.basePath ?? '').replace(/\/+$/, '');
	if (basePath !== '' && !basePath.startsWith('/')) throw new Error('basePath has to start with a slash.');
	const settings = createSettings(options);
	const clock = new Clock();
	const ledger = new Ledger();
	const log = new RequestLog();
	const stopping = new AbortController();
	// Every request that waits listens for the end.
	setMaxListeners(0, stopping.signal);
	return {
		accountId,
		basePath,
		speed,
		settings,
		clock,
		promotions: new Promotions({ clock, settings, accountId, speed }),
		ledger,
		log,
		/** From here on the request has had its effect. */
		accept(request: RequestRecord, accepted: Parameters<Ledger['append']>[0]): void {
			request.promotionId = accepted.promotionId;
			request.ledgerSequence = ledger.append(accepted).sequence;
			request.stage = 'accepted';
			log.tell(request);
		},
		faults: new FaultRules(),
		foreignHost,
		/** Until then, every request is answered with 503. */
		downUntil: 0,
		/** Those who wait for releaseHeld(). */
		held: new Set<() => void>(),
		stopping,
	};
}
