import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { nodeOf, recipe, saidIn } from '../../../demo/shown';
import { worlds } from '../support/world';

const { inOneWorld } = worlds();

inOneWorld('the picture of the question which phone is meant shows what Launch says', async (world) => {
	const { parameters } = nodeOf('launch-and-report', 'Launch');
	const items = recipe('crm-rows-check-launch').pinData?.['Find customers'] as INodeExecutionData[];
	const { error } = await world.run('promotion.launch', parameters as INodeParameters, { items });
	expect(saidIn('which-phone.png')).toBe(`${error?.message}\n${error?.description}`);
});
