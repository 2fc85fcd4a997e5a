/**
 * Loaded before anything else in a measured process: whatever asks for a package of n8n gets that of the private n8n, so that
 * our node, n8n's own nodes and the engine around them share one copy, as they do where people run them.
 */
const Module = require('node:module');
const path = require('node:path');

const folder = path.join(process.env.BENCH_N8N_FOLDER, 'node_modules');
const own = /^(n8n-core|n8n-workflow|n8n-nodes-base|luxon|flatted|reflect-metadata|@n8n\/[^/]+)(\/.*)?$/;
const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, parent, isMain, options) {
	if (!own.test(request) || parent?.filename?.startsWith(folder)) {
		return resolveFilename.call(this, request, parent, isMain, options);
	}
	return resolveFilename.call(this, request, parent, isMain, { ...options, paths: [folder] });
};
