// Loaded into n8n before it starts: ends n8n when the program that started it is gone, however that one ended.
// The parent holds the other end of file descriptor 3, and the system closes it even after a kill -9.
const { Socket } = require('node:net');
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.env.END_WITH_PARENT === 'yes') {
	delete process.env.END_WITH_PARENT;
	const lifeline = new Socket({ fd: 3, readable: true, writable: false });
	lifeline.on('error', () => undefined);
	lifeline.once('close', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5000).unref();
	});
	lifeline.resume();
	lifeline.unref();
}
