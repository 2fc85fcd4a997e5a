/** A question in n8n's chat. */
export interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

export async function pressButton({ buttons }: Question, label: string): Promise<void> {
	const link = buttons.find(({ text }) => text === label)?.link ?? '';
	// n8n takes what is no browser for a program that only looks at links.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' };
	await fetch(link, { headers, signal: AbortSignal.timeout(15_000) });
}
