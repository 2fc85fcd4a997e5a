/** Something the person at the terminal can act on. Printed as the one sentence it is, without a stack. */
export class PlainMessage extends Error {
	override readonly name = 'PlainMessage';
}

/** The sentence for whatever was thrown: our own ones as they are, anything unforeseen with a way to see more. */
export function sentenceFor(thrown: unknown): string {
	if (thrown instanceof PlainMessage) return thrown.message;
	const detail = thrown instanceof Error ? thrown.message : String(thrown);
	return `Something unforeseen stopped this: ${detail}\nRun it again with DEBUG=1 to see where it happened.`;
}

/** Prints the sentence (and, with DEBUG set, the stack) and gives the exit code a program ends with. */
export function tell(thrown: unknown): 1 {
	process.stderr.write(`\n${sentenceFor(thrown)}\n`);
	if (process.env.DEBUG && thrown instanceof Error) process.stderr.write(`\n${thrown.stack ?? ''}\n`);
	return 1;
}

export function hasCode(thrown: unknown, ...codes: string[]): boolean {
	const code = (thrown as { code?: unknown } | undefined)?.code;
	return typeof code === 'string' && codes.includes(code);
}
