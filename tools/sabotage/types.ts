/** One small harm to our own code, and the tests that must notice it. */
export interface Sabotage {
	id: string;
	/** The promise that is broken, in one sentence. */
	promise: string;
	edits: Edit[];
	caughtBy: Target;
}

/** Replaces a text that stands in the file exactly once. */
export interface Edit {
	file: string;
	find: string;
	by: string;
}

/** The narrowest tests that must turn red: files, and a pattern over their full names as jest's -t takes it. */
export interface Target {
	files: string[];
	tests: string;
}
