const Sequencer = require('@jest/test-sequencer').default;

/**
 * Unit tests first: n8n-core, which engine tests load anew in each file, leaves storages of async context behind, and on Node.js 20
 * and 22 each of them makes every promise of the same worker slower, of those that follow as well.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const isEngine = ({ path }) => Number(/[\\/]engine[\\/]/.test(path));
		return super.sort(tests).sort((a, b) => isEngine(a) - isEngine(b));
	}
};
