/** `npm run lint`, its pass with the rules of n8n's scanner and nothing else. */
import { resolve } from 'node:path';
import { scanSource } from './scan';

void scanSource(resolve(__dirname, '../..')).then(({ files, findings }) => {
	for (const finding of findings) console.log(finding);
	console.log(`Scanner's rules over the source: ${files.length} files, ${findings.length} findings`);
	process.exitCode = findings.length === 0 ? 0 : 1;
});
