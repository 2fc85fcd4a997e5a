import { contactsFile, expectClosedToStrangers, fillIn, pageAt } from '../support/formPages';
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

const CSV = 'Name;Phone\nAnna;+15550102001\nBen;+1 (555) 010-2002\nCleo;\n';

describe('Launch an RCS campaign once from a form', () => {
	const recipe = eachTimeAnew('launch-once-by-form.json');
	let run: RecipeRun;
	beforeEach(async () => {
		run = recipe();
		await run.rest.activateWorkflow(run.workflow);
	});
	afterEach(async () => await run.rest.deactivateWorkflow(run.workflow.id));

	/** What the last page says, after the form was submitted at its own address. */
	const submitted = async (name: string, csv = CSV) => await pageAt(run, await fillIn(run, [name, contactsFile(csv)]));

	it('reaches everyone in the file, once', async () => {
		expect(await submitted('By form <1>')).toMatch(
			/Done.*By form &lt;1&gt;” was handed over .* Contacts: 2 of 3\..*Line 4: there is no phone number/s,
		);
		expect(run.sizes()).toEqual([2]);
		expect(await submitted('By form <1>')).toMatch(/Please read.*already exists/s);
		expect(await submitted('By form, again')).toMatch(/Please read.*the template "spring_greetings"/s);
		expect(run.sizes()).toEqual([2]);
	});

	it('says which column a file lacks, and sends nothing; and is closed to a stranger', async () => {
		expect(await submitted('No phones', 'Name;Mobil\nAnna;+15550102001\n')).toMatch(/Please read.*Mobil/s);
		expect(run.launches()).toEqual([]);
		await expectClosedToStrangers(run);
	});
});
