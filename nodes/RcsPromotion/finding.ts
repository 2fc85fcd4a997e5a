/** What was found wrong, from contacts to the stops of a launch, in words for people. */
export interface Finding {
	/** What happened. */
	message: string;
	/** What to do next. */
	wayOut?: string;
	/** Where it was found, in words of the form or the file: "line 7", "input item 3". */
	where?: string;
}
