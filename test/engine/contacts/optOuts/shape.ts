/** A list of opt-outs as some tool writes it, and whom it names. */
export interface Shape {
	/** Which tool, and what is special about it. */
	shape: string;
	/** What the expression in 'Do Not Contact' gives, or the text that was entered. */
	optOuts: unknown;
	/** Contacts who are on the list and must get nothing. */
	listed: string[];
	/** How the list of contacts writes these same people; by default with + and digits. */
	written?: string[];
	country?: string;
}
