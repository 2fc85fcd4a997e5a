import { dated } from '../../../tools/release';

const entries = '\n### Added\n\n- A node.\n';

it('gives what is unreleased the version and the date, and leaves room for what comes', () => {
	const before = `# Changelog\n\n## [Unreleased]\n${entries}\n## [0.1.0] - 2026-01-02\n\n- First.\n`;
	expect(dated(before, '0.2.0', '2026-03-04')).toBe(
		`# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n${entries}\n## [0.1.0] - 2026-01-02\n\n- First.\n`,
	);
});

it.each([
	['no such section', '# Changelog\n\n## [0.1.0]\n\n- First.\n'],
	['nothing in it', '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-02\n\n- First.\n'],
])('stops the release with %s', (_, changelog) => {
	expect(() => dated(changelog, '0.2.0', '2026-03-04')).toThrow('Write there what changed');
});
