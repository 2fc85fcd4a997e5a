/** How long we wait for a service, in ms. How long the trigger remembers things is in its own files. */
const values = {
	/** A connection may be silent this long. */
	silenceMs: 60_000,
	/** The service may need time to gather a large report before it sends the first byte. */
	reportSilenceMs: 180_000,
	/** The answer to a launch, once the service has received all of it. */
	launchAnswerMs: 300_000,
	/** The pauses before each read of the list that looks for a launch: at about 0, 2, 5, 15 and 30 s. */
	findLaunchedAfterMs: [0, 2_000, 3_000, 10_000, 15_000],
	/** The pauses before each request to stop or cancel. Repeating it is harmless, and only a request that arrives stops a promotion. */
	requestChangeAfterMs: [0, 3_000, 6_000],
	/** A list that hangs may not hold up the next of these requests for long. */
	changeListMs: 5_000,
	/** One list may come from a copy that is behind, so only lists this far apart show that a promotion is gone after a cancel. */
	goneForMs: 5_000,
	/** The same for Wait for Completion, which asked for nothing. */
	removedForMs: 60_000,
	/** A promotion that was just launched may take some seconds to be listed. */
	listedWithinMs: 60_000,
	/** What the last list may take after the time of Wait for Completion is up. */
	waitGraceMs: 3_000,
	/** All tries of a read together. */
	readTriesMs: 90_000,
	/** The pause before the second try of a read, doubled with each further one. */
	firstRetryMs: 500,
};

export const timeouts: Readonly<typeof values> = values;
