// Loaded into n8n: writes down every host name it looks up, so that a test can say that it asks nobody.
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');

const file = process.env.ASKED_HOSTS_FILE;
const note = (host) => {
	if (file && typeof host === 'string' && !/^(localhost$|127\.|::1$|0\.0\.0\.0$|::$)/.test(host))
		appendFileSync(file, `${host}\n`);
};
const observe = (holder, name) => {
	const original = holder[name];
	holder[name] = (host, ...rest) => {
		note(host);
		return original.call(holder, host, ...rest);
	};
};
observe(dns, 'lookup');
observe(dns.promises, 'lookup');
for (const name of ['resolve', 'resolve4', 'resolve6']) {
	observe(dns, name);
	observe(dns.promises, name);
}
