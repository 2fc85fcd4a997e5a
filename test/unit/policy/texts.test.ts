import * as ts from 'typescript';
import { RcsPromotionApi } from '../../../credentials/RcsPromotionApi.credentials';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import { fieldsOf, savedForm, textsOf } from './form';
import { filesLike, textOf } from './repository';

const action = new RcsPromotion().description;
const trigger = new RcsPromotionTrigger().description;
const credential = new RcsPromotionApi();

const forms = [
	{ what: 'the action node', name: action.displayName, text: action.description, properties: action.properties },
	{ what: 'the trigger', name: trigger.displayName, text: trigger.description, properties: trigger.properties },
	{ what: 'the credential', name: credential.displayName, text: '', properties: credential.properties },
];

/** The sentences in the code that people read at run time; names stand for what is filled in. */
function sentences(): string[] {
	return filesLike('credentials/*.ts', 'nodes/**/*.ts').flatMap((file) => {
		const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
		const found: string[] = [];
		const visit = (node: ts.Node): void => {
			if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
			if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
			else if (ts.isTemplateExpression(node)) {
				found.push(node.head.text + node.templateSpans.map(({ literal }) => `NAME${literal.text}`).join(''));
			}
			ts.forEachChild(node, visit);
		};
		visit(source);
		return found.filter((text) => /^['"“A-Z].*\p{L} \p{L}.*\p{L} \p{L}/su.test(text));
	});
}

describe('the sentences of messages', () => {
	const all = sentences();
	const those = (pattern: RegExp) => all.filter((text) => pattern.test(text));

	it('are found', () => expect(all.length).toBeGreaterThan(100));
	it('shout at nobody', () => expect(those(/!/)).toEqual([]));
	it('use the words of our users', () => {
		expect(those(/\b(shall|thou|mistakes?|problems?|failures?(?! rate))\b/i)).toEqual([]);
	});
	it('put no key into themselves', () => expect(those(/api.?key(?!')\W*NAME/i)).toEqual([]));
});

describe.each(forms)('the texts of $what', ({ name, text, properties }) => {
	const fields = fieldsOf(properties);
	const texts: Array<[string, string]> = [['name', name], ['description', text], ...fields.flatMap(textsOf)];
	const those = (pattern: RegExp) => texts.filter(([, written]) => pattern.test(written));

	it('are in English, with typographic signs at most', () => {
		const others = those(/[^\x20-\x7E\n–—…‘’“”→×≥≤·]/).filter(([where]) => where !== 'country option name');
		expect(others).toEqual([]);
	});

	it('hold nothing that was meant to be replaced', () => {
		expect(those(/\b(todo|fixme|tbd|xxx|lorem|ipsum|foo|bar|changeme|placeholder)\b/i)).toEqual([]);
		expect(those(/<(?!\/?(a|b|i|br|code|strong|em)\b)[^>]*>/i)).toEqual([]);
	});

	it('have hints of at most 120 characters, and nothing required in what can be added', () => {
		const hints = texts.filter(([where]) => where.endsWith(' hint'));
		expect(hints.filter(([, written]) => written.length > 120)).toEqual([]);
		const added = fields.filter(({ path }) => path.includes('.'));
		expect(added.filter(({ property }) => property.required).map(({ path }) => path)).toEqual([]);
	});

	it('say what is and what to do, not that something is wrong', () => {
		// The report of the service has a column of this name.
		const withoutColumn = texts.map(([where, written]) => [
			where,
			written.replace(/\berrors?\b(?= (reason|column))/gi, ''),
		]);
		const scolding = /\b(errors?|problems?|failures?|mistakes?|invalid|illegal)\b/i;
		// A rate of the service's own counters, and what people call such numbers.
		const left = withoutColumn.filter(([, written = '']) =>
			scolding.test(written.replace(/\bfailure rate\b|^Leave Out Invalid$|^Find invalid( contacts)?$/gi, '')),
		);
		expect(left).toEqual([]);
	});

	it('turn a switch of a collection on when it is added', () => {
		const switches = fields.filter(({ path, property }) => path.includes('.') && property.type === 'boolean');
		expect(switches.filter(({ property }) => property.default !== true).map(({ path }) => path)).toEqual([]);
	});

	it('name every field, and every choice, once', () => {
		for (const { path, property } of fields) {
			expect([path, property.displayName.trim()]).toEqual([path, property.displayName]);
			expect(property.displayName).not.toBe('');
			const names = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect([path, new Set(names).size]).toEqual([path, names.length]);
		}
	});
});

it('the trigger saves its fields under these names, with these values and defaults', () => {
	expect(savedForm(trigger.properties)).toMatchSnapshot();
});

it('the credential saves its fields under these names', () => {
	expect(savedForm(credential.properties)).toMatchSnapshot();
});
