/** How long a launch waits. One object, so that tests can shorten it. */
export const launchTiming = {
	/** How long the service may take to answer after it has received the whole launch. */
	answerMs: 300_000,
	/** Pauses before each read of the list to find out how a launch ended, in ms. Reads happen at about 0, 2, 5, 15 and 30 s. */
	lookAfterMs: [0, 2_000, 3_000, 10_000, 15_000],
};
