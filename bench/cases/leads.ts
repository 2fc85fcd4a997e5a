import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { KEPT_MARKS } from '../../nodes/RcsPromotion/launch/launchRecord';
import { connectControl, startSimulatorProcess } from '../../simulator';
import { benchCase, finished } from '../parts/benchCase';
import { drained } from '../parts/floors';

interface LeadInput extends IDataObject {
	baseUrl: string;
	accountId: string;
	apiKey: string;
	controlUrl: string;
}

/** Every lead is another person. */
let leads = 0;
const nextLead = () => `+1555${1_000_000 + (process.pid % 1_000) * 1_000 + ++leads}`;
const nameOf = (phone: string) => `Welcome ${phone}`;

/** A single lead by webhook, in an account with a long history, by a node that has launched as often as n8n remembers. */
const lead = benchCase<LeadInput>({
	name: 'lead',
	rows: 10_000,
	limits: { oursMs: 1_500, longestPauseMs: 200 },
	samples: 15,
	async prepare(listed) {
		const simulator = await startSimulatorProcess({ personality: 'alder', controlPort: 0 });
		const { control, baseUrl, accountId, apiKey, controlUrl } = simulator;
		if (controlUrl === null) throw new Error('The simulator has no control port');
		const ended = Array.from({ length: listed }, () => ({ promotionId: randomUUID(), phase: 'completed' as const }));
		for (let from = 0; from < ended.length; from += 1000) await control.addPromotions(ended.slice(from, from + 1000));
		return {
			input: { baseUrl, accountId, apiKey, controlUrl },
			expected: { outcome: 'launched', launches: 1, listCalls: 2 },
			stop: async () => await simulator.stop(),
		};
	},
	sides: {
		async ours({ engine }, { baseUrl, accountId, apiKey, controlUrl }) {
			const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
			const control = connectControl(controlUrl);
			const launch = async (phone: string) => {
				const parameters = {
					...{ resource: 'promotion', operation: 'launch', recipients: 'inputItems', cardsMode: 'none' },
					...{ phoneField: 'phone', nameField: 'name' },
					...{ promotionName: nameOf(phone), templateName: 'welcome', templateId: 'w-1', templateLanguage: 'en' },
				};
				const items = [{ json: { name: 'Ann', phone } }];
				return await finished(engine.run({ workflowId: 'leads', credentials, parameters, items, mode: 'webhook' }));
			};
			const { workflow, nodeName } = await launch(nextLead());
			const place = { workflow, node: workflow.getNode(nodeName) } as never;
			const marks = Array.from({ length: KEPT_MARKS }, (_, index) => `an earlier launch ${index}`);
			await engine.processedData.checkProcessedAndRecord(marks, 'node', place, { mode: 'entries' });
			let seen = 0;
			return async () => {
				seen += (await control.requests({ after: seen })).length;
				const { json } = await launch(nextLead());
				return async () => {
					const requests = await control.requests({ after: seen });
					const calls = (endpoint: string) => requests.filter((request) => request.endpoint === endpoint).length;
					return { found: { outcome: json[0]?.outcome, launches: calls('launch'), listCalls: calls('list') } };
				};
			};
		},
		/** The same requests. */
		f0:
			(_bench, { baseUrl, accountId, apiKey }) =>
			async () => {
				const list = `${baseUrl}/api/v2/promotion/${accountId}?channel=rcs`;
				const name = nameOf(nextLead());
				await drained(list, apiKey);
				const form = new FormData();
				form.set('file', new Blob(['name,phone\r\nAnn,+15551234567\r\n'], { type: 'text/csv' }), 'contacts.csv');
				form.set('body', JSON.stringify({ name }));
				const address = `${baseUrl}/api/v2/promotion/${accountId}/template/launch?name=${encodeURIComponent(name)}`;
				await (await fetch(address, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form })).text();
				await drained(list, apiKey);
				return () => ({ found: {} });
			},
	},
});

export const cases = [lead];
