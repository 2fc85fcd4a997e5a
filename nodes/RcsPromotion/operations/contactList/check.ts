import { optionsField } from '../../../form/formFields';
import { PREVIEW_SIZE } from '../../contacts/contactChecker';
import { checkContacts, buildRecipientHints } from '../../contacts/checkContacts';
import { contactFields, contactOptionFields, recipientsField } from '../../contacts/formFields';
import { runsOnce, readContactOptions, readRecipientsChoice } from '../../contacts/contactForm';
import type { ContactOrigin } from '../../contacts/types';
import { counted, grouped } from '../../../service/values';
import { asWarning, groupByLevel, issueAboutList, type Issue } from '../../issues';
import { MAXIMUM_RECIPIENTS } from '../../launch/optionFields';
import type { Operation } from '../operation';
import { readContactsInput } from '../tool/phones';

export const check: Operation = {
	name: 'Check',
	description: 'Check contacts as a launch would, without sending anything',
	action: 'Check contact list',
	writes: false,
	properties: [recipientsField(), ...contactFields, optionsField(contactOptionFields)],
	runsOnce,
	async execute(item) {
		const from = (await readRecipientsChoice(item, check.properties)) as ContactOrigin;
		const options = { ...readContactOptions(item), references: [], makesFile: false };
		const checked = await checkContacts(readContactsInput(item, from), options);
		const { firstRecipients, columnsUsed, recipients, issues: found, encoding, delimiter, changes } = checked;
		const { ready, rows } = recipients;
		const wouldLaunch = groupByLevel(found).refusals.length === 0;
		const issues = wouldLaunch ? [...findTooMany(ready), ...found] : found;
		if (!wouldLaunch) item.hintOnce('A launch would stop.');
		else if (rows !== null)
			item.hintOnce(`A launch would go to ${grouped(ready ?? 0)} of ${counted(rows, 'contact')}.`, 'info');
		item.hintAtIssues(issues);
		if (!item.isTool) for (const text of buildRecipientHints(columnsUsed, recipients)) item.hintOnce(text, 'info');
		const preview = firstRecipients.slice(0, PREVIEW_SIZE);
		// A check is meant to find refusals, so they are part of the output, not an error.
		const file = { encoding, delimiter, changes };
		return [{ json: { wouldLaunch, columnsUsed, preview, recipients, ...groupByLevel(issues), ...file } }];
	},
};

function findTooMany(count: number | null): Issue[] {
	if (count === null || count <= MAXIMUM_RECIPIENTS) return [];
	const message = `${counted(count, 'contact')} are more than a launch sends to (${grouped(MAXIMUM_RECIPIENTS)}), unless its 'Maximum Recipients' is raised`;
	return [asWarning(issueAboutList('maximumRecipients', message, "Add 'Maximum Recipients' to the launch."))];
}
