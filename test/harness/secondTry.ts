/**
 * A machine that builds may stand still for seconds, and what a test waits for then comes too late. There, a test in n8n's engine is
 * tried once more, in a world of its own as before; its first failure is printed, and `.ci/run` names it at its end.
 */
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
