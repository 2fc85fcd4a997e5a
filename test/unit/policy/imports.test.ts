/** Where each file may look: no circle anywhere, and arrows that point down only. */
import { dirname, join } from 'node:path';
import { filesLike, textOf } from './repository';

const files = filesLike('*.ts');
const known = new Set(files);
const specifier = /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*'(\.[^']*)'/g;

/** The files of this repository that a file imports, types included. */
const importsOf = (file: string): string[] =>
	[...textOf(file).matchAll(specifier)].flatMap(([, given = '']) => {
		const target = join(dirname(file), given);
		return [`${target}.ts`, `${target}/index.ts`, target].filter((path) => known.has(path)).slice(0, 1);
	});

const graph = new Map(files.map((file) => [file, importsOf(file)]));
const edges = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

/** The files that can be reached from themselves, by the way back. */
function circles(): string[] {
	const found: string[] = [];
	const state = new Map<string, 'open' | 'done'>();
	const visit = (file: string, path: string[]) => {
		if (state.get(file) === 'done') return;
		if (state.get(file) === 'open') {
			found.push([...path.slice(path.indexOf(file)), file].join(' → '));
			return;
		}
		state.set(file, 'open');
		for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
		state.set(file, 'done');
	};
	for (const file of files) visit(file, []);
	return found;
}

/** From the top down; rooms on one line may use each other, as long as there is no circle. */
const floors = [
	['nodes/RcsPromotion/RcsPromotion.node.ts', 'nodes/RcsPromotionTrigger/'],
	['nodes/RcsPromotion/operations/'],
	['nodes/RcsPromotion/'],
	['nodes/form/'],
	['nodes/service/'],
	['nodes/vendor/'],
];
const floorOf = (file: string) => floors.findIndex((rooms) => rooms.some((room) => file.startsWith(room)));

const inside =
	(...folders: string[]) =>
	(file: string) =>
		folders.some((folder) => file.startsWith(folder));
const shipped = inside('nodes/', 'credentials/', 'index.ts');

const show = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

it('sees the imports there are', () => {
	expect(files.length).toBeGreaterThan(200);
	expect(edges).toContainEqual({
		from: 'test/unit/policy/texts.test.ts',
		to: 'test/unit/policy/form.ts',
	});
});

it('finds no circle', () => expect(circles()).toEqual([]));

it('lets what is shipped look down only', () => {
	const up = edges.filter(({ from, to }) => shipped(from) && shipped(to) && floorOf(from) >= 0 && floorOf(to) >= 0);
	expect(up.length).toBeGreaterThan(100);
	expect(up.filter(({ from, to }) => floorOf(to) < floorOf(from)).map(show)).toEqual([]);
	expect(edges.filter(({ from, to }) => shipped(from) && !shipped(to)).map(show)).toEqual([]);
});

it('keeps the two nodes apart', () => {
	const action = inside('nodes/RcsPromotion/');
	const trigger = inside('nodes/RcsPromotionTrigger/');
	const across = edges.filter(({ from, to }) => (action(from) && trigger(to)) || (trigger(from) && action(to)));
	expect(across.map(show)).toEqual([]);
});

it.each<[string, (file: string) => boolean, (file: string) => boolean]>([
	['the simulator knows nothing but itself', inside('simulator/'), inside('simulator/')],
	[
		'meet knows the code of the node and its credential, and nothing of the simulator',
		inside('meet/'),
		inside('meet/', 'nodes/service/', 'nodes/RcsPromotion/', 'credentials/'),
	],
	['tools do not know what uses them', inside('tools/'), inside('tools/')],
	[
		'the demo knows the nodes by their front door, tools and the simulator',
		inside('demo/'),
		inside('demo/', 'index.ts', 'tools/', 'simulator/'),
	],
])('%s', (_what, from, allowed) => {
	expect(edges.filter((edge) => from(edge.from) && !allowed(edge.to)).map(show)).toEqual([]);
});
