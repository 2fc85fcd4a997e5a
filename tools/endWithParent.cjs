// Loaded into a Node.js program before it starts: ends it when the program that started it is gone, however that one
// ended. The parent holds the other end of file descriptor 3, and the system closes it even after a kill -9.
const { Socket } = require('node:net');
const { isMainThread } = require('node:worker_threads');

const ending = process.env.END_WITH_PARENT;
if (isMainThread && ending) {
	// Not for the programs that this one starts: they end with its process group.
	delete process.env.END_WITH_PARENT;
	const end = (signal) => {
		try {
			process.kill(process.platform === 'win32' ? process.pid : -process.pid, signal);
		} catch {
			process.kill(process.pid, signal);
		}
	};
	try {
		const lifeline = new Socket({ fd: 3, readable: true, writable: false });
		lifeline.on('error', () => undefined);
		lifeline.once('close', () => {
			if (ending === 'at once') return end('SIGKILL');
			process.kill(process.pid, 'SIGTERM');
			setTimeout(() => end('SIGKILL'), 5000).unref();
		});
		lifeline.resume();
		lifeline.unref();
	} catch {
		// Started without a lifeline: it ends by itself then.
	}
}
