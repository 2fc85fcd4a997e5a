import { optionsField } from '../../../form/formFields';
import { Refusal } from '../../../service/refusal';
import { counted, grouped } from '../../../service/values';
import { checkContacts, PREVIEW_SIZE, type CheckedContacts } from '../../contacts/checkContacts';
import type { ContactOrigin } from '../../contacts/contact';
import {
	checkContactsOption,
	contactFields,
	readCheckContacts,
	readContacts,
	readingOptions,
	readReadingOptions,
	readRecipientsChoice,
	recipientsField,
	runsOnce,
} from '../../contacts/contactForm';
import { describeFieldsUsed, describeOptOuts } from '../../contacts/contactIssues';
import type { ItemContext } from '../../itemContext';
import { asWarning, describeIssue, groupByLevel, issueAboutList, joinAdvice, type Issue } from '../../issues';
import { MAXIMUM_RECIPIENTS } from '../../launch/launchOptions';
import type { Operation } from '../operation';

export const check: Operation = {
	name: 'Check',
	description: 'Check contacts as a launch would, without sending anything',
	action: 'Check contact list',
	writes: false,
	peopleOnly: true,
	properties: [recipientsField(), ...contactFields, optionsField([checkContactsOption, ...readingOptions])],
	runsOnce,
	async execute(item) {
		const from = (await readRecipientsChoice(item, check.properties)) as ContactOrigin;
		const checked: Partial<CheckedContacts> = await checkList(item, from);
		const { first = [], fieldsUsed = {}, recipients = null, doNotContact = null } = checked;
		const found = [...(checked.issues ?? []), ...describeOptOuts(doNotContact, true)];
		const wouldLaunch = groupByLevel(found).refusals.length === 0;
		const issues = wouldLaunch ? [...findTooMany(recipients?.ready ?? 0), ...found] : found;
		if (!wouldLaunch) item.hintOnce('A launch would stop.');
		else
			item.hintOnce(
				`A launch would go to ${grouped(recipients?.ready ?? 0)} of ${counted(recipients?.rows ?? 0, 'contact')}.`,
				'info',
			);
		for (const issue of issues) item.hintOnce(describeIssue(issue), issue.level === 'info' ? 'info' : 'warning');
		const used = describeFieldsUsed(fieldsUsed);
		if (used !== '') item.hintOnce(used, 'info');
		const preview = first.slice(0, PREVIEW_SIZE);
		return [{ json: { wouldLaunch, recipients, fieldsUsed, preview, ...groupByLevel(issues.map(joinAdvice)) } }];
	},
};

/** A check is meant to find what stops a launch, so contacts that cannot be read are part of the output, too. */
async function checkList(item: ItemContext, from: ContactOrigin): Promise<Partial<CheckedContacts>> {
	try {
		const options = { ...readReadingOptions(item), checkContacts: readCheckContacts(item) };
		return await checkContacts(await readContacts(item, from), options);
	} catch (error) {
		if (!(error instanceof Refusal && error.issue)) throw error as Error;
		return { issues: [error.issue] };
	}
}

function findTooMany(count: number): Issue[] {
	if (count <= MAXIMUM_RECIPIENTS) return [];
	const message = `${counted(count, 'contact')} are more than a launch sends to (${grouped(MAXIMUM_RECIPIENTS)}), unless its 'Maximum Recipients' is raised`;
	return [asWarning(issueAboutList('maximumRecipients', message, "Add 'Maximum Recipients' to the launch."))];
}
