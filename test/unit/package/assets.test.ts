import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

describe('icons', () => {
	test.each([
		['rcsPromotion.svg', ['#ffffff', '#f3f3f3']],
		['rcsPromotion.dark.svg', ['#2d2e2e', '#171717']],
	])('%s is square and stands out, its bubble from the canvas and its bars from the bubble', (name, canvases) => {
		const svg = text(`nodes/RcsPromotion/${name}`);
		expect(svg).toContain('viewBox="0 0 64 64"');
		const [bubble = '', ...bars] = [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map((match) => match[1] ?? '');
		expect(bars).toHaveLength(3);
		for (const other of [...canvases, ...bars]) expect(contrast(bubble, other)).toBeGreaterThanOrEqual(2);
	});

	test('load nothing and run nothing', () => {
		for (const name of ['rcsPromotion.svg', 'rcsPromotion.dark.svg']) {
			expect(text(`nodes/RcsPromotion/${name}`)).not.toMatch(/<script|<style|<image|href|url\(|on\w+=/);
		}
	});

	test('differ between light and dark', () => {
		expect(text('nodes/RcsPromotion/rcsPromotion.svg')).not.toBe(text('nodes/RcsPromotion/rcsPromotion.dark.svg'));
	});
});

describe.each(['RcsPromotion', 'RcsPromotionTrigger'])('codex of %s', (name) => {
	const codex = JSON.parse(text(`nodes/${name}/${name}.node.json`)) as Record<string, unknown>;

	test('names this node and only categories that n8n has', () => {
		expect(codex.node).toBe(`n8n-nodes-rcs-promotion.${name.charAt(0).toLowerCase()}${name.slice(1)}`);
		expect(codex.categories).toEqual(['Marketing & Content', 'Communication']);
		expect(codex).not.toHaveProperty('subcategories');
	});

	test('has the resources that n8n asks for, and words people search by', () => {
		expect(codex.resources).toMatchObject({ primaryDocumentation: [{ url: expect.stringMatching(/^https:/) }] });
		expect(codex.alias).toEqual(expect.arrayContaining(['RCS', 'Campaign', 'Promotion']));
	});
});
