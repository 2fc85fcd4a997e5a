import { playDay } from './day';

playDay().then(
	(day) => console.table(day),
	(fault: unknown) => {
		console.error(fault);
		process.exitCode = 1;
	},
);
