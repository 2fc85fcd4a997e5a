import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

const PLACES = [
	process.env.CHROMIUM,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
// Without these Chromium asks Google's hosts at every start.
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
];

/** The browser of this machine; playwright brings none. */
export async function openChromium(): Promise<Browser> {
	const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
	if (executablePath === undefined) {
		throw new Error('No Chromium was found: install it (Debian: apt-get install chromium), or name it in CHROMIUM.');
	}
	// What n8n's elements are named by.
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({ executablePath, args: FLAGS });
}
