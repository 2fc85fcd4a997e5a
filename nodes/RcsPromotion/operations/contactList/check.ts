import { optionsField } from '../../../form/formFields';
import { PREVIEW_SIZE } from '../../contacts/contactChecker';
import { checkContacts, buildRecipientHints } from '../../contacts/checkContacts';
import { contactFields, contactOptionFields, recipientsField } from '../../contacts/formFields';
import { runsOnce, readContactOptions, readRecipientsChoice } from '../../contacts/contactForm';
import type { ContactOrigin } from '../../contacts/types';
import { counted, grouped } from '../../../service/values';
import { describeIssue, issueAboutList } from '../../issues';
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
		const { firstRecipients, columnsUsed, fingerprint: _, file: __, ...result } = checked;
		const { ready: count, rows } = result.recipients;
		const wouldLaunch = result.refusals.length === 0;
		if (wouldLaunch && rows !== null)
			item.hintOnce(`A launch would go to ${grouped(count ?? 0)} of ${counted(rows, 'contact')}.`, { type: 'info' });
		else if (!wouldLaunch) item.hintOnce('A launch would stop.');
		if (wouldLaunch && count !== null && count > MAXIMUM_RECIPIENTS) {
			const message = `${counted(count, 'contact')} are more than a launch sends to (${grouped(MAXIMUM_RECIPIENTS)}), unless its 'Maximum Recipients' is raised`;
			result.warnings.push(issueAboutList('maximumRecipients', message, "Add 'Maximum Recipients' to the launch."));
		}
		for (const issue of [...result.refusals, ...result.warnings]) item.hintOnce(describeIssue(issue));
		for (const note of result.notes) item.hintOnce(describeIssue(note), { type: 'info' });
		if (!item.isTool)
			for (const hint of buildRecipientHints(columnsUsed, result.recipients)) item.hintOnce(hint.text, hint);
		// A check is meant to find refusals, so they are part of the output, not an error.
		return [{ json: { wouldLaunch, columnsUsed, preview: firstRecipients.slice(0, PREVIEW_SIZE), ...result } }];
	},
};
