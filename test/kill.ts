/** npm run test:kill -- crash [--kills 20] … or -- queue [--launches 300]: the programs crash/main.ts and queue/main.ts. */
const [, , what = ''] = process.argv;
const programs: Record<string, () => unknown> = {
	crash: () => require('./crash/main'),
	queue: () => require('./queue/main'),
};
const program = programs[what];
if (program) {
	process.argv.splice(2, 1);
	program();
} else {
	console.error('Say which: npm run test:kill -- crash, or npm run test:kill -- queue');
	process.exitCode = 1;
}
