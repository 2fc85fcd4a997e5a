/** Which files the package is meant to hold, derived from the source, and where the packed ones differ from that. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/** Also what npm packs whatever `files` says. */
const alongside = ['package.json', 'README.md', 'LICENSE.md'];

export function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => !entry.isDirectory())
		.map((entry) => posix.normalize(join(entry.parentPath, entry.name).slice(folder.length + 1)))
		.sort();
}

function meantToShip(repository: string): string[] {
	const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const nodeFolders = manifest.n8n.nodes.map((file) => dirname(file).replace(/^dist\//, ''));
	const isAsset = (file: string) => file.endsWith('.svg') || file.endsWith('.node.json');
	return [
		...alongside,
		'dist/index.js',
		...manifest.n8n.credentials,
		...manifest.n8n.nodes,
		'dist/nodes/vendor/csvParse.js',
		'dist/nodes/vendor/libphonenumber.js',
		...nodeFolders.flatMap((folder) =>
			filesBelow(join(repository, folder))
				.filter((file) => (isAsset(file) && !file.includes('/')) || file.startsWith('__schema__/'))
				.map((file) => `dist/${folder}/${file}`),
		),
	];
}

/** Names that have no business in a package even if somebody puts such a file beside the nodes. */
const neverShipped =
	/(^|[./])(test|tests|spec|mock|fixture|simulator|bench|demo|tools)s?([./]|$)|\.map$|\.d\.ts$|\.env|~$/i;

export function surprisingFiles(repository: string, packed: string[]): string[] {
	const meant = meantToShip(repository);
	return [
		...packed
			.filter((file) => !meant.includes(file))
			.map((file) => `${file} is packed, but nothing says that it should be`),
		...meant.filter((file) => !packed.includes(file)).map((file) => `${file} should be packed and is not`),
		...packed.filter((file) => neverShipped.test(file)).map((file) => `${file} has a name that never ships`),
	];
}

/** What n8n would look for by name and not find. */
export function namingFindings(packed: string[]): string[] {
	return packed
		.filter((file) => file.endsWith('.node.js'))
		.flatMap((file) => {
			const name = basename(file, '.node.js');
			const folder = dirname(file);
			const codex = `${folder}/${name}.node.json`;
			return [
				...(basename(folder) === name ? [] : [`${file} lies in a folder of another name`]),
				...(packed.includes(codex) ? [] : [`${file} has no codex file ${codex}`]),
			];
		});
}
