import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RestClient } from '../../tools/n8n/restClient';
import { NodeType } from './support/nodeType';
import { shared } from './support/shared';

const PREFIX = 'n8n-nodes-rcs-promotion.';

/** What n8n made of the installed tarball. */
describe('the installed package', () => {
	const { baseUrl, owner, hostsFile, logFile, packageFolder } = shared();
	const rest = new RestClient(baseUrl);
	const ourNodeTypes = async () => (await rest.nodeTypes()).filter(({ name }) => name.startsWith(PREFIX));
	beforeAll(async () => await rest.signIn(owner));

	it('offers every node the package names, and the action as an AI tool as well', async () => {
		const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[] };
		};
		const named = manifest.n8n.nodes
			.map((path) => basename(path, '.node.js'))
			.map((name) => name[0]!.toLowerCase() + name.slice(1));
		const names = (await ourNodeTypes()).map(({ name }) => name.replace(PREFIX, ''));
		expect(names.sort()).toEqual([...named, 'rcsPromotionTool'].sort());
	});

	it('serves what each operation puts out, for the editor to show before it has run', async () => {
		for (const { resource, value } of new NodeType(await rest.nodeTypes(), `${PREFIX}rcsPromotion`).operations()) {
			const path = `schemas/${PREFIX}rcsPromotion/1.0.0/${resource}/${value}.json`;
			const answer = await fetch(`${baseUrl}/${path}`);
			expect([path, answer.status]).toEqual([path, 200]);
			expect(await answer.json()).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
		}
	});

	it('loads without a complaint in the log of n8n', async () => {
		const [whileStarting = ''] = (await readFile(logFile, 'utf8')).split('Editor is now accessible');
		const complaints = whileStarting.split('\n').filter((line) => /n8n-nodes-rcs-promotion|rcsPromotion/.test(line));
		expect(complaints).toEqual([]);
	});

	it('runs in an n8n that asks no other host', async () => {
		const asked = (await readFile(hostsFile, 'utf8').catch(() => '')).split('\n').filter(Boolean);
		// n8n's own Agents look up the prices of models there.
		expect(asked.filter((host) => host !== 'models.dev')).toEqual([]);
	});
});
