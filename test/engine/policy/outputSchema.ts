/** JSON schemas of outputs, as n8n's editor shows them before a node has run. */

export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** What all these values have in common, whatever is null in some of them. The names in `open` hold keys that the service chooses. */
export function schemaOf(values: readonly unknown[], open: ReadonlySet<string> = new Set()): Schema {
	const kinds = [...new Set(values.map(kindOf))].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
	const schema: Schema = kinds.length === 0 ? {} : { type: kinds.length === 1 ? kinds[0] : kinds };
	const objects = values.filter((value): value is Record<string, unknown> => kindOf(value) === 'object');
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	if (names.length > 0) {
		schema.properties = Object.fromEntries(
			names.map((name) => {
				const found = objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]);
				return [name, open.has(name) ? { type: kindOf(found.find((value) => value !== null)) } : schemaOf(found, open)];
			}),
		);
	}
	const elements = values.filter((value): value is unknown[] => Array.isArray(value)).flat();
	if (elements.length > 0) schema.items = schemaOf(elements, open);
	return schema;
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}
