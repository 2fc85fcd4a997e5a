/**
 * What each picture of the docs shows: of a recipe its canvas, of a node the part of its form that can be seen. A digest of that stands
 * beside the pictures, written when they are taken. Nightly and before a release, `npx tsx demo/pictures.ts check` compares.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowJson, WorkflowNode } from '../tools/n8n/restClient';
import { REPOSITORY } from '../tools/run';

export const IMAGES = join(REPOSITORY, 'docs', 'images');
const EXAMPLES = join(REPOSITORY, 'examples');
const DIGESTS = join(IMAGES, 'digests.json');

type Package = typeof import('../index');
/** Without the ending, a file of this name that ends with .json is found first. */
const load = (path: string) => require(join(REPOSITORY, `${path}.ts`)) as Package;
const { RcsPromotionApi } = load('credentials/RcsPromotionApi.credentials');
const { RcsPromotion } = load('nodes/RcsPromotion/RcsPromotion.node');

const FORM_TEXTS = ['displayName', 'type', 'hint', 'placeholder', 'typeOptions'] as const;
/** What n8n writes below the name of a node is made of these. */
const CHOICES = ['resource', 'operation', 'mode', 'resume', 'event', 'events'];
const STICKY = 'n8n-nodes-base.stickyNote';

interface Digest {
	/** Of the picture itself: nobody changes one without the program that takes it. */
	picture: string;
	shows: string;
}

const recipe = (name: string) => JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as WorkflowJson;
const textOf = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

function canvasOf(name: string) {
	const { nodes, connections } = recipe(name);
	// The yellow note is for people who set the recipe up; no picture shows it.
	const shown = nodes.filter(({ type, parameters }) => type !== STICKY || parameters.color === 7);
	const drawn = shown.map(({ name: label, type, position, disabled, parameters }) => [
		...[label, type, position, disabled],
		type === STICKY ? parameters : CHOICES.map((choice) => parameters[choice]),
	]);
	const { subtitle } = new RcsPromotion().description;
	return [drawn, connections, subtitle, textOf('nodes/RcsPromotion/rcsPromotion.svg')];
}

const nodeOf = (name: string, node: string) => recipe(name).nodes.find((one) => one.name === node)!;

/** The fields that the form of this node shows, with what is chosen or entered in them. */
function formOf({ parameters }: WorkflowNode, { description }: { description: INodeTypeDescription }): unknown[] {
	const node = { typeVersion: 1, parameters } as unknown as INode;
	const values = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description);
	const shown = description.properties.filter((one) =>
		NodeHelpers.displayParameter(values ?? {}, one, node, description),
	);
	return shown.map((property) => fieldOf(property, values?.[property.name]));
}

function fieldOf(property: INodeProperties, value: unknown): unknown[] {
	const { options = [], modes = [] } = property;
	const texts = FORM_TEXTS.map((text) => property[text]);
	const inside = options.filter((option) => isIn(value, option.name)).map(withoutTooltips);
	const chosen = options.find((option) => 'value' in option && option.value === value)?.name;
	const mode = modes.find(({ name }) => isIn(value, 'mode') && value.mode === name);
	return [...texts, chosen ?? value, inside, mode];
}

const isIn = (value: unknown, name: string): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && name in value;

/** A description is seen only when the user points at the field. */
const withoutTooltips = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'description' ? undefined : inner)));

const LAUNCH = formOf(nodeOf('launch-and-report', 'Launch'), new RcsPromotion());

const OTHERS: Record<string, () => unknown> = {
	'launch-form.png': () => LAUNCH,
	'result.png': () => textOf('nodes/RcsPromotion/__schema__/v1.0.0/report/getAll.json'),
	'credential.png': () => withoutTooltips(new RcsPromotionApi().properties),
};

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16);

function shownIn(picture: string): string {
	const shown = OTHERS[picture] ?? (() => canvasOf(picture.replace('.png', '')));
	return hashOf(JSON.stringify(shown()));
}

const readDigests = () => JSON.parse(readFileSync(DIGESTS, 'utf8')) as Record<string, Digest>;

/** All that there should be. */
const pictures = [
	...readdirSync(EXAMPLES).flatMap((file) => (file.endsWith('.json') ? [file.replace('.json', '.png')] : [])),
	...Object.keys(OTHERS),
];

export function noteDigest(picture: string): void {
	const digest = { picture: hashOf(readFileSync(join(IMAGES, picture))), shows: shownIn(picture) };
	const all = Object.entries({ ...readDigests(), [picture]: digest }).sort();
	writeFileSync(DIGESTS, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** Pictures that are not there, are not what was taken, or show what is no longer so. */
export function stalePictures(): string[] {
	const digests = readDigests();
	return pictures.filter((picture) => {
		const path = join(IMAGES, picture);
		const { picture: taken, shows } = digests[picture] ?? {};
		return !existsSync(path) || hashOf(readFileSync(path)) !== taken || shownIn(picture) !== shows;
	});
}
