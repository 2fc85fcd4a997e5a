/** What n8n asks of a community package's package.json before it verifies the package. */
type Manifest = Record<string, unknown> & {
	scripts?: Record<string, string>;
	author?: { name?: string; email?: string };
	n8n?: { n8nNodesApiVersion?: number; strict?: boolean; nodes?: string[]; credentials?: string[] };
};

const FORBIDDEN_FIELDS = [
	'overrides',
	'resolutions',
	'bundleDependencies',
	'bundledDependencies',
	'optionalDependencies',
	'bin',
];
const FORBIDDEN_SCRIPTS = [
	'preinstall',
	'install',
	'postinstall',
	'prepare',
	'preprepare',
	'postprepare',
	'prepublish',
];

export function manifestFindings(given: object, packed: string[]): string[] {
	const manifest = given as Manifest;
	const { n8n = {}, author = {} } = manifest;
	const text = (value: unknown) => JSON.stringify(value ?? {});
	const { url, directory } = (manifest.repository ?? {}) as { url?: string; directory?: string };
	const registered = [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])];
	const loadable = packed.filter((file) => /\.(node|credentials)\.js$/.test(file));
	const isInItsFolder = (file: string) => /([^/]+)\/\1\.node\.js$/.test(file);
	const hasCodex = (file: string) => packed.includes(file.replace(/\.js$/, '.json'));

	const demands: Array<[boolean, string]> = [
		[/^n8n-nodes-[a-z0-9-]+$/.test(String(manifest.name)), 'name begins with n8n-nodes-'],
		[text(manifest.dependencies) === '{}', 'dependencies is empty'],
		[text(manifest.peerDependencies) === '{"n8n-workflow":"*"}', 'peerDependencies is exactly n8n-workflow "*"'],
		[text(manifest.files) === '["dist"]', 'files is exactly ["dist"]'],
		[manifest.license === 'MIT', 'license is MIT'],
		[Boolean(author.name) && /^\S+@\S+\.\S+$/.test(author.email ?? ''), 'author has a name and an e-mail address'],
		[/^https:\/\//.test(String(manifest.homepage)), 'homepage is an https address'],
		[/^git\+https:\/\//.test(url ?? '') && directory === undefined, 'repository is a git address and no directory'],
		[Boolean(manifest.description), 'description is there'],
		[text(manifest.keywords).includes('"n8n-community-node-package"'), 'keywords hold n8n-community-node-package'],
		[packed.includes(String(manifest.main)), 'main is a packed file'],
		[n8n.n8nNodesApiVersion === 1 && n8n.strict === true, 'n8n.n8nNodesApiVersion is 1 and n8n.strict is true'],
		[!/<[^<>"]+>/.test(text(manifest)), 'no <placeholder> is left'],
		[
			text(registered.toSorted()) === text(loadable.toSorted()),
			'n8n names every packed node and credential, and no other',
		],
		[
			(n8n.nodes ?? []).every((file) => isInItsFolder(file) && hasCodex(file)),
			'a node is in its folder, with its codex',
		],
	];
	const scripts = manifest.scripts ?? {};
	return [
		...demands.filter(([isMet]) => !isMet).map(([, demand]) => `not so: ${demand}`),
		...FORBIDDEN_FIELDS.filter((field) => field in manifest).map((field) => `it has the field ${field}`),
		...FORBIDDEN_SCRIPTS.filter((script) => script in scripts).map((script) => `it has the script ${script}`),
	];
}
