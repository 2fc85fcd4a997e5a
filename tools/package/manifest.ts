/** What n8n asks of a community package's package.json before it verifies the package. */

interface Manifest {
	[field: string]: unknown;
	name?: string;
	license?: string;
	homepage?: string;
	description?: string;
	main?: string;
	keywords?: string[];
	files?: string[];
	author?: { name?: string; email?: string };
	repository?: { url?: string; directory?: string };
	scripts?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	n8n?: { n8nNodesApiVersion?: number; strict?: boolean; nodes?: string[]; credentials?: string[] };
}

const forbiddenScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare', 'prepublish'];
const forbiddenFields = [
	'overrides',
	'resolutions',
	'bundleDependencies',
	'bundledDependencies',
	'optionalDependencies',
	'bin',
];

export function manifestFindings(manifest: Manifest, packed: string[]): string[] {
	const { n8n = {}, scripts = {}, author = {}, repository = {} } = manifest;
	const isEmpty = (value: unknown) => value === undefined || Object.keys(value as object).length === 0;
	const sameJson = (value: unknown, expected: unknown) => JSON.stringify(value) === JSON.stringify(expected);
	const registered = [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])];
	const loadable = packed.filter((file) => /\.(node|credentials)\.js$/.test(file));

	const demands: Array<[boolean, string]> = [
		[/^n8n-nodes-[a-z0-9-]+$/.test(manifest.name ?? ''), 'name begins with n8n-nodes-'],
		[isEmpty(manifest.dependencies), 'dependencies is empty'],
		[sameJson(manifest.peerDependencies, { 'n8n-workflow': '*' }), 'peerDependencies is exactly n8n-workflow "*"'],
		[sameJson(manifest.files, ['dist']), 'files is exactly ["dist"]'],
		[manifest.license === 'MIT', 'license is MIT'],
		[Boolean(author.name) && /^\S+@\S+\.\S+$/.test(author.email ?? ''), 'author has a name and an e-mail address'],
		[/^https:\/\//.test(manifest.homepage ?? ''), 'homepage is an https address'],
		[/^git\+https:\/\//.test(repository.url ?? ''), 'repository is a git address'],
		[repository.directory === undefined, 'repository names no directory'],
		[Boolean(manifest.description), 'description is there'],
		[(manifest.keywords ?? []).includes('n8n-community-node-package'), 'keywords hold n8n-community-node-package'],
		[packed.includes(manifest.main ?? ''), 'main is a packed file'],
		[n8n.n8nNodesApiVersion === 1, 'n8n.n8nNodesApiVersion is 1'],
		[n8n.strict === true, 'n8n.strict is true'],
		[registered.length > 0, 'n8n names nodes and credentials'],
		[!JSON.stringify(manifest).match(/<[^<>"]+>/), 'no <placeholder> is left'],
	];
	return [
		...demands.filter(([isMet]) => !isMet).map(([, demand]) => `package.json: ${demand} is not so`),
		...forbiddenFields.filter((field) => field in manifest).map((field) => `package.json has the field ${field}`),
		...forbiddenScripts.filter((script) => script in scripts).map((script) => `package.json has the script ${script}`),
		...registered
			.filter((file) => !packed.includes(file))
			.map((file) => `package.json names ${file}, which is not packed`),
		...loadable
			.filter((file) => !registered.includes(file))
			.map((file) => `${file} is packed, but package.json does not name it`),
	];
}
