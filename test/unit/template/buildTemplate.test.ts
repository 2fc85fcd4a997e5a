import { body, buildTemplate, cardsIn, column, fromForm, fromJson, header, image, named, text } from './support';

describe('the object of the document', () => {
	const wanted = {
		name: 'spring',
		id: 't-1',
		language: 'en',
		components: [
			{
				type: 'CAROUSEL',
				cards: [
					{ card_index: 0, components: [body('Hello', '${name}', '${name}', '${phone}'), header()] },
					{ card_index: 1, components: [header('http://example.com/b.png?x=1')] },
					{ card_index: 2, components: [body('${language}', '${businesssubscriberid}')] },
				],
			},
		],
	};
	const references = [
		{ column: 'name', where: 'Card 1, variable 2' },
		{ column: 'name', where: 'Card 1, variable 3' },
		{ column: 'phone', where: 'Card 1, variable 4' },
		{ column: 'language', where: 'Card 3, variable 1' },
		{ column: 'businesssubscriberid', where: 'Card 3, variable 2' },
	];

	test('from the form', () => {
		const form = fromForm(
			{
				headerImageUrl: image,
				variables: { variable: [text('Hello'), column('name'), text('${name}'), column('phone')] },
			},
			{ headerImageUrl: ' http://example.com/b.png?x=1 ', variables: {} },
			{ headerImageUrl: '', variables: { variable: [column('language'), column('businesssubscriberid')] } },
		);
		expect(buildTemplate(form)).toEqual({ template: wanted, references, refusals: [], warnings: [] });
	});

	const { cards } = wanted.components[0] as { cards: unknown[] };
	test.each<[what: string, given: unknown]>([
		['cards as a text', JSON.stringify(cards)],
		['cards of an expression', cards],
		['the components of an earlier launch', wanted.components],
	])('from JSON: %s', (_name, given) =>
		expect(buildTemplate(fromJson(given))).toEqual({ template: wanted, references, refusals: [], warnings: [] }),
	);

	test('of a single card has no carousel, and is checked like one', () => {
		const components = [header(), body('Hello', '${name}')];
		expect(buildTemplate(fromJson(components))).toEqual({
			template: { name: 'spring', id: 't-1', language: 'en', components },
			...{ references: [{ column: 'name', where: 'Card, variable 2' }], refusals: [], warnings: [] },
		});
		expect(buildTemplate(fromJson([header('a.jpg'), body('a', 'Hi ${name}')])).refusals).toEqual([
			expect.stringMatching(/^Card: the address of the media must begin with/),
			expect.stringMatching(/^Card, variable 2: \$\{name\} is part of a longer text/),
		]);
	});

	test.each([...['[]', '', [], null].map(fromJson), { ...named, cardsMode: 'none', cards: {}, cardsJson: 'no' }])(
		'has no components for %j',
		(form) => {
			const { template, refusals } = buildTemplate(form);
			expect({ template, refusals }).toEqual({ template: { name: 'spring', id: 't-1', language: 'en' }, refusals: [] });
		},
	);

	test('numbers become text, and spaces around texts go', () => {
		const form = {
			...fromForm({ headerImageUrl: image, variables: { variable: [{ source: 'text', text: 5 }, text(' a ')] } }),
			templateName: ' spring ',
			templateId: 42,
		};
		const { template } = buildTemplate(form);
		expect(template).toMatchObject({ name: 'spring', id: '42' });
		expect(cardsIn(template)[0]?.components[0]).toEqual(body('5', 'a'));
	});

	test('what n8n leaves out of the form counts as its field shows it', () => {
		const { template, refusals } = buildTemplate(
			fromForm({ headerImageUrl: '', variables: { variable: [{ source: 'column' }, { text: 'x' }] } }),
		);
		expect(refusals).toEqual([]);
		expect(cardsIn(template)[0]?.components).toEqual([body('${name}', 'x')]);
	});
});

describe('what the document does not name passes as it was written', () => {
	const video = {
		type: 'HEADER',
		format: 'VIDEO',
		media: { mediaUrl: 'https://example.com/a.mp4', thumbnailUrl: 'https://example.com/${x', height: 'TALL' },
	};
	const unknown: object[] = [
		{ type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Buy', url: 'https://example.com' }] },
		{ type: 'FOOTER', text: 'Ends on Sunday', size: 7, bold: true, color: null, tags: [] },
		{ type: 'LOCATION', value: 5, cards: [{ title: 'x' }], text: '' },
		{ type: 'BODY', text: 'Hello' },
		{ suggestions: [{ reply: { text: 'Yes', postbackData: 'yes' } }], type: 'SUGGESTIONS' },
	];
	test('in cards and as whole components', () => {
		const { thumbnailUrl, ...media } = video.media;
		expect(thumbnailUrl).toContain('$');
		const components = [body('a'), { ...video, media }, ...unknown];
		const inCard = buildTemplate(fromJson([{ components, width: 'SMALL', note: null }]));
		expect(inCard.refusals).toEqual([]);
		expect(inCard.template.components).toEqual([
			{ type: 'CAROUSEL', cards: [{ card_index: 0, components, width: 'SMALL', note: null }] },
		]);
		const whole = buildTemplate(fromJson(components));
		expect([whole.refusals, whole.template.components]).toEqual([[], components]);
	});

	test('but a reference in it needs its field, and must be a whole text that the service knows', () => {
		const withUrl = (url: string) => fromJson([{ type: 'BODY' }, { type: 'X', suggestions: [{ action: { url } }] }]);
		expect(buildTemplate(withUrl('${businesssubscriberid}'))).toMatchObject({
			refusals: [],
			references: [{ column: 'businesssubscriberid', where: 'Card, suggestion 1, url' }],
		});
		expect(buildTemplate(withUrl('https://example.com/?c=${name}')).refusals).toEqual([
			expect.stringMatching(/^Card, suggestion 1, url: \$\{name\} is part of a longer text/),
		]);
		expect(buildTemplate(withUrl('https://example.com/{{ $json.x }}')).refusals).toEqual([
			'Card, suggestion 1, url: the text contains {{ }}. Write it as an expression, or remove it.',
		]);
		expect(buildTemplate(fromJson([video])).refusals).toEqual([
			expect.stringContaining('Card, thumbnailUrl: ${x is not available'),
		]);
	});
});
