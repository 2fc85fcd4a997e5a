/**
 * n8n's three ways of keeping a trigger's state, and how each can fail it:
 *
 * memory     state in the workflow's row, written without waiting, before the execution exists: a kill in between loses what
 *            the state says was told.
 * scheduler  the same write; each poll reads its state from the database, and a start makes no poll of its own.
 * cursors    state in a row of its own, in one transaction with the execution: a kill leaves both or neither. An execution that
 *            had not begun is run by the next n8n, one that had is not.
 *
 * None of them tells the trigger what became of an execution, so it sends what it told last once more in each.
 */
import type { Mode } from '../model/host';

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	// What came due while n8n was dead is not made up for: with one poll a minute there is little of it.
	N8N_SCHEDULER_MISFIRE_GRACE: '5',
	// Due polls are found soon after a start, not up to ten seconds later.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
};

export const environment: Record<Mode, Record<string, string>> = {
	// An n8n killed while it activates a workflow leaves that job leased, and the next one would wait minutes for the lease.
	memory: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
	scheduler: SCHEDULER,
	cursors: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
};

/** After which of its methods n8n is ended by killOnWrite.cjs; after the first something has to be sent again. */
export const writes: Record<Mode, readonly [string, ...string[]]> = {
	memory: ['saveStaticDataById'],
	scheduler: ['saveStaticDataById'],
	cursors: ['commitWithExecution', 'advanceCursor'],
};
