import {
	body,
	buildTemplate,
	column,
	fromForm,
	fromJson,
	header,
	image,
	named,
	text,
	type TemplateForm,
} from './support';

const url = (headerImageUrl: unknown) => fromForm({ headerImageUrl });
const inCard = (...components: unknown[]) => fromJson([{ components }]);
const inBody = (...variables: unknown[]) => inCard({ type: 'BODY', variables });

describe('always refused', () => {
	const some = { headerImageUrl: image };
	const A = body('a').variables[0];
	const noText = 'its value must be a text that is not empty';
	test.each<[TemplateForm, string]>([
		[{ ...fromForm(some), templateName: ' ' }, "'Template Name' is empty. Fill it in."],
		[
			{ ...fromForm(some), templateLanguage: { code: 'en' } },
			"'Template Language' is not text. Its expression returns",
		],
		[fromForm(), "No card is filled in. Add one, or set 'Cards' to 'None'."],
		[
			fromForm(some, { headerImageUrl: 'example.com/a.jpg' }),
			'Card 2: the address of the media must begin with https://',
		],
		[url(`view-source:${image}`), 'Card 1: the address of the media must begin with'],
		[url('https://exa mple.com/a.jpg'), 'Card 1: the address of the media contains a space. Replace it with %20'],
		[url(' '), "Card 1: 'Header Image URL' is empty."],
		[url(undefined), "Card 1: 'Header Image URL' is empty. Fill it in"],
		[url('https://example.com/${name}.jpg'), 'Card 1: the address of the media cannot contain a reference'],
		[url('https://example.com/a.jpg?v=null'), 'Card 1: the address of the media contains "null"'],
		[url('https://example.com/null/a.jpg'), 'Card 1: the address of the media contains "null"'],
		[url('https://example.com/undefined.jpg'), 'Card 1: \'Header Image URL\' contains "undefined"'],
		[
			fromForm(some, { variables: { variable: [text('a'), text({ a: 1 })] } }),
			"Card 2, variable 2: 'Text' is not text.",
		],
		[fromJson('[\n{"a": 1,}\n]'), "'Cards as JSON' is not a JSON array of objects."],
		[fromJson({ card: [] }), "'Cards as JSON' is not a JSON array of objects."],
		[fromJson([{ type: 'CAROUSEL', cards: [] }]), "The CAROUSEL in 'Cards as JSON' contains no cards. Add one"],
		[fromJson([{ type: 'CAROUSEL' }]), "The CAROUSEL in 'Cards as JSON' contains no cards."],
		[
			fromJson([{ card_index: 1, components: [header()] }]),
			'Card 1: card_index is 1, but cards are numbered from 0 in order. It must be 0.',
		],
		[fromJson([{ card_index: '0', components: [header()] }]), 'Card 1: card_index is "0"'],
		[fromJson([{ card_index: 0 }]), 'Card 1: components is missing or empty.'],
		[inCard(), 'Card 1: components is missing or empty.'],
		[fromJson([7]), 'Card 1: components is missing or empty.'],
		...[1, {}, ' '].map((value): [TemplateForm, string] => [inBody(A, { value }), `Card 1, variable 2: ${noText}`]),
		[inBody(A, { value: undefined }), 'Card 1, variable 2: value is missing'],
		[inBody(A, { value: '${name} ' }), 'Card 1, variable 2: ${name} is part of a longer text'],
		[inBody({ type: 'text' }), `Card 1, variable 1: ${noText}`],
		[inBody('a'), `Card 1, variable 1: ${noText}`],
		[inCard({ ...header(), media: { mediaUrl: 7 } }), 'Card 1: mediaUrl must be a text.'],
		[inCard(header('')), 'Card 1: the address of the media must begin with'],
		[fromJson([{ components: [header()] }, body('a')]), 'Entry 2: it has a type, which a card has not.'],
		[fromJson([header(), { components: [header()] }]), 'Entry 2: it has no type, which a component needs.'],
	])('%j', (form, says) => {
		expect(buildTemplate(form).refusals).toEqual([expect.stringContaining(says)]);
	});

	test.each(['https://dev-null.example.com/a.jpg', 'https://example.com/nullmeier.jpg'])('but not %s', (address) =>
		expect(buildTemplate(url(address)).refusals).toEqual([]),
	);
});

/** What follows would move up, and C would be where B belongs. */
describe('a missing entry is refused by its place', () => {
	const A = text('A');
	test.each<[what: string, form: TemplateForm, says: string]>([
		['one of three texts', fromForm({ variables: { variable: [A, null, A] } }), "Card 1: 'Variables' lacks entry 2."],
		['all texts of a card', fromForm({ variables: { variable: null } }), "Card 1: 'Variables' is empty."],
		['the whole list of texts', fromForm({ variables: null }), "Card 1: 'Variables' is empty."],
		['one of three cards', fromForm({ headerImageUrl: image }, null, {}), "'Card' lacks entry 2."],
		['the whole list of cards', { ...named, cardsMode: 'form', cards: null }, "'Card' is empty."],
		['the second card of JSON', fromJson([{ components: [header()] }, null]), 'Card 2: it is missing.'],
		['the first card of JSON', fromJson([null, { components: [header()] }]), 'Card 1: it is missing.'],
		['a component of JSON', inCard(header(), null), 'Card 1, component 2: it is missing.'],
		['a value of JSON', inBody({ value: null }), 'Card 1, variable 1: value is missing.'],
		['a text of JSON', inBody(...body('A').variables, null), 'Card 1, variable 2: it is missing.'],
		['an address of JSON', inCard({ ...header(), media: { mediaUrl: null } }), 'Card 1: mediaUrl is missing.'],
		['a text of what we do not know', fromJson([{ type: 'FOOTER', text: null }]), 'Card: text is missing.'],
		[
			'an entry of what we do not know',
			fromJson([{ type: 'X', buttons: [{}, null] }]),
			'Card, button 2: it is missing.',
		],
	])('%s', (_, form, says) => {
		const { refusals } = buildTemplate(form);
		expect(refusals).toEqual([expect.stringContaining(says)]);
		expect(refusals[0]).toMatch(/Correct (its|the) expression/);
	});
});

describe('a variable that would reach people as it is', () => {
	const inBoth = (value: string): Array<[field: string, form: TemplateForm]> => [
		['Text', fromForm({ headerImageUrl: image }, { variables: { variable: [text('a'), text(value)] } })],
		['value', fromJson([{ components: [header()] }, { components: [header(), body('a', value)] }])],
	];
	test.each<[string, string]>([
		['${Name}', '${Name} is not available. Use one of: ${name}, ${phone}, ${language}, ${businesssubscriberid}.'],
		['${}', '${} is not available'],
		[
			'Hi ${name}',
			'${name} is part of a longer text, but the service accepts either text or a reference, not both. Leave only ${name}',
		],
		['Hi ${who', '${who is not available'],
		['', 'FIELD is empty.'],
		[
			'Hi [object Object]!',
			'FIELD contains "[object Object]". If it comes from an expression, the expression found no value',
		],
		['Hi undefined', 'FIELD contains "undefined"'],
		['{{ $json.name }}', "FIELD contains {{ }} as plain text. Switch it from 'Fixed' to 'Expression'"],
		['Hi $json.name', 'the text contains $json'],
		['half an emoji \ud83d', 'FIELD contains half a character'],
	])('%j', (value, says) => {
		for (const [field, form] of inBoth(value)) {
			const inJson = says
				.replace('FIELD is empty', 'its value must be a text that is not empty')
				.replace('FIELD contains', 'the text contains')
				.replace(/ as plain text.*| If it comes from.*/, '');
			const said = field === 'value' ? inJson : says.replace('FIELD', `'${field}'`);
			const wanted = [expect.stringContaining(`Card 2, variable 2: ${said.replace(/empty\.$/, 'empty')}`)];
			expect(buildTemplate(form)).toMatchObject({ refusals: wanted, warnings: [], references: [] });
		}
	});

	test('a column that an expression gave, and a card with nothing in it', () => {
		const form = fromForm({ headerImageUrl: image, variables: { variable: [column('firstname')] } }, {});
		expect(buildTemplate(form).refusals).toEqual([
			'Card 1, variable 1: \'Field\' is "firstname", which is not one of its options. Use one of businesssubscriberid, language, name, phone.',
			'Card 2: it has neither an image nor variables. Fill it in, or remove the card.',
		]);
	});
});

test('everything wrong is listed at once, in the order of the form', () => {
	const { refusals } = buildTemplate({
		...fromForm({ headerImageUrl: 'x', variables: { variable: [text('Hi ${name}'), text('${x}')] } }),
		templateId: '',
	});
	expect(refusals.map((refusal) => refusal.split(/[:.]/)[0])).toEqual([
		"'Template ID' is empty",
		'Card 1, variable 1',
		'Card 1, variable 2',
		'Card 1',
	]);
});
