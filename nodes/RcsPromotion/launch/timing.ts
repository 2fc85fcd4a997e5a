/** How long a launch waits. One object, so that tests can be quick without waiting for anything else. */
export const launchTiming = {
	/** How long the service may think about a launch whose bytes have all arrived. */
	answerMs: 300_000,
	/** When the list is read to find out how a launch ended, in ms after one another: at about 0, 2, 5, 15 and 30 s. */
	lookAfterMs: [0, 2_000, 3_000, 10_000, 15_000],
};
