import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recipes } from '../../../demo/recipes';

const root = resolve(__dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const files = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'));

it('each recipe is run by the demo', () => expect(recipes.map(({ file }) => file).sort()).toEqual(files.sort()));

it.each(files)('%s holds nothing of an instance, and is in the docs with its picture', (file) => {
	const workflow = JSON.parse(text(`examples/${file}`)) as { name: string; nodes: Array<{ credentials?: unknown }> };
	expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'pinData', 'settings']);
	expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	const page = text('docs/recipes.md');
	expect(page).toContain(`### ${workflow.name}\n\n![${workflow.name}](images/${file.replace('.json', '.png')})`);
	expect(page).toContain(`(../examples/${file})`);
});
