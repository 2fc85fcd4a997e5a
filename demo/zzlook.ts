import { onStage, openNode } from './stage';
import { readExample } from './examples';
import { runMain } from '../tools/run';
runMain(async () => await onStage(async ({ page, rest, credential }) => {
	const recipe = await readExample('launch-and-report.json', credential);
	const shot = async (name: string) => { await page.waitForTimeout(1500); await page.screenshot({ path: `/tmp/look-${name}.png` }); console.log(name); };
	await page.setViewportSize({ width: 1500, height: 1500 });
	const withLaunch = (change: object, contacts?: object[]) => ({
		...recipe,
		nodes: recipe.nodes.map((node) => node.name === 'Launch' ? { ...node, parameters: { ...node.parameters, ...change } } : contacts && node.type.endsWith('.set') ? node : node),
		...(contacts ? { pinData: { [recipe.nodes.find((n) => (recipe.connections as any)[n.name]?.main?.[0]?.some((c: any) => c.node === 'Launch'))!.name]: contacts.map((json) => ({ json })) } } : {}),
	});
	console.log(JSON.stringify(recipe.nodes.map((n) => [n.name, n.type])));
	const open = async (name: string, change: object, contacts?: object[], execute = true) => {
		const { id } = await rest.createWorkflow(withLaunch(change, contacts) as never);
		await openNode(page, id, 'Launch');
		if (execute) { await page.getByTestId('node-execute-button').click(); await page.waitForTimeout(6000); }
		await shot(name);
	};
	const P = (n: number) => `+1202555${String(1000 + n)}`;
	const good = Array.from({ length: 10 }, (_, n) => ({ name: `Ann ${n}`, phone: P(n), unsubscribed: n === 3 }));
	await open('form', {}, undefined, false);
	await open('options', { options: { country: '', doNotContact: '', sendFileUnchanged: false } }, undefined, false);
	await open('test', {}, good);
	await open('dry', { testPhones: '' }, good);
	await open('dryrun', { sendMode: 'dryRun' }, good);
	await open('question', {}, good.map((c, n) => ({ ...c, mobile: P(n + 20) })));
	await open('stopped', {}, [...good.slice(0, 4), { name: 'B', phone: '0151 12345678' }, { name: 'C', phone: '4.9E+11' }, { name: 'D', phone: 'unbekannt' }, { name: 'E', phone: '' }]);
	await open('always', { sendMode: 'always' }, good);
	await open('repeat', { sendMode: 'always', promotionName: 'Another name' }, good);
}));
