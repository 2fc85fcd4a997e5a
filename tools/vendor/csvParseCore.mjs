/**
 * What the build takes for `csv-parse`: the same parser without the Node stream that the library wraps around it,
 * as packages for n8n may not import node:stream. Tests use the library as published; both hold the same core.
 */
import { transform } from '../../node_modules/csv-parse/lib/api/index.js';

export class Parser {
	constructor(options) {
		this.api = transform(options);
	}
}
