import { fixedWorlds } from './fixed';
import { judge } from './oracle';

async function main(): Promise<void> {
	const only = process.argv[2];
	for (const [key, { name, play }] of Object.entries(fixedWorlds)) {
		if (only && !key.startsWith(only)) continue;
		const started = performance.now();
		const player = await play();
		const played = performance.now();
		const found = judge(player.history);
		console.log(`${found.length === 0 ? 'green' : 'RED  '} ${key}: ${name} (${player.history.polls.length} polls, ${(played - started).toFixed(0)} + ${(performance.now() - played).toFixed(0)} ms)`);
		for (const { promise, turn, text } of found.slice(0, only ? 30 : 4)) console.log(`        ${promise} [${turn}] ${text}`);
		if (found.length > 4) console.log(`        ${found.length} in all`);
	}
}
main().catch((fault: unknown) => { console.error(fault); process.exitCode = 1; });
