import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { Engine } from '../../harness/engine';

const root = join(__dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
};

const named = (paths: string[]) => paths.map((path) => path.replace(/^dist\//, '').replace(/\.js$/, '.ts')).sort();
const written = (folder: string, ending: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => join(folder, file))
		.sort();

/** Categories that n8n knows; another one makes the node vanish from its panel. */
const CATEGORIES = ['Marketing & Content', 'Communication'];

it('names every node and credential there is, and no other', () => {
	expect(named(manifest.n8n.nodes)).toEqual(written('nodes', '.node.ts'));
	expect(named(manifest.n8n.credentials)).toEqual(written('credentials', '.credentials.ts'));
});

describe('as n8n loads it', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.start();
	});
	afterAll(async () => await engine.stop());

	const loaded = (): Array<[string, INodeType]> =>
		Object.keys(engine.nodeTypes.getKnownTypes()).map((name) => [
			name,
			engine.nodeTypes.getByName(`${manifest.name}.${name}`),
		]);

	it('every node has a codex with categories n8n knows', () => {
		for (const [name, { description }] of loaded()) {
			const { codex } = description;
			expect([name, codex?.categories]).toEqual([name, CATEGORIES]);
			expect(codex).not.toHaveProperty('subcategories');
			expect(codex?.resources?.primaryDocumentation?.[0]?.url).toMatch(/^https:\/\//);
			expect(codex?.resources?.credentialDocumentation?.[0]?.url).toMatch(/^https:\/\//);
			expect(codex?.alias?.length).toBeGreaterThan(3);
		}
		for (const path of named(manifest.n8n.nodes)) {
			const file = JSON.parse(readFileSync(join(root, path.replace(/\.ts$/, '.json')), 'utf8')) as { node: string };
			const name = path.split('/').at(-1)?.replace('.node.ts', '') ?? '';
			expect(file.node).toBe(`${manifest.name}.${name.charAt(0).toLowerCase()}${name.slice(1)}`);
		}
	});

	it('nodes and credential have an icon for light and one for dark', () => {
		const credential = engine.nodeTypes.credentialType('rcsPromotionApi');
		for (const { iconUrl } of [...loaded().map(([, { description }]) => description), credential]) {
			const { light = '', dark = '' } = typeof iconUrl === 'object' ? iconUrl : {};
			const [lightDrawing, darkDrawing] = [light, dark].map((url) => drawing(url));
			expect(lightDrawing).toContain('<svg');
			expect(darkDrawing).toContain('<svg');
			expect(lightDrawing).not.toBe(darkDrawing);
		}
	});

	it('an AI agent gets the action node as a tool, and never a trigger', () => {
		for (const [, { description }] of loaded()) {
			const isTrigger = description.group.includes('trigger');
			expect(description.usableAsTool).toBe(isTrigger ? undefined : true);
			expect(description.subtitle).toBeTruthy();
			expect(description.credentials).toEqual([{ name: 'rcsPromotionApi', required: true }]);
			expect(description.communityNodePackageVersion).toBe(manifest.version);
		}
	});

	it('the credential knows the nodes it is for, hides its key and can be tested', () => {
		const credential = engine.nodeTypes.credentialType('rcsPromotionApi');
		expect(engine.nodeTypes.supportedNodes('rcsPromotionApi')).toEqual(loaded().map(([name]) => name));
		const secret = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(secret.map(({ name }) => name)).toEqual(['apiKey']);
		expect(credential.test?.request.disableFollowRedirect).toBe(true);
	});

	const drawing = (iconUrl: string): string => {
		const path = iconUrl.replace(`icons/${manifest.name}/`, '').replace(/^dist\//, '');
		expect([path, existsSync(join(root, path))]).toEqual([path, true]);
		return readFileSync(join(root, path), 'utf8');
	};
});
