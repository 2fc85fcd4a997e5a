import { releaseNotes } from '../../../tools/releaseNotes';

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-02-01

### Added

- Ten.

## [1.1.0] - 2026-01-01

- One.
`;

describe('the page of a release', () => {
	it('says what the changelog says of this version alone', () => {
		expect(releaseNotes('v1.10.0', '1.10.0', CHANGELOG)).toBe('### Added\n\n- Ten.');
		expect(releaseNotes('v1.1.0', '1.1.0', CHANGELOG)).toBe('- One.');
	});

	it.each([
		['v1.1.0', '1.10.0', /tag is v1\.1\.0.*says 1\.10\.0/],
		['v1.1', '1.1', /no section \[1\.1\]/],
		['vUnreleased', 'Unreleased', /empty one/],
	])('is not made for the tag %s of version %s', (tag, version, why) => {
		expect(() => releaseNotes(tag, version, CHANGELOG)).toThrow(why);
	});
});
