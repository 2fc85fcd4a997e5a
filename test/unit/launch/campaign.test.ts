import crypto from 'crypto';
import { prepareCampaign, type CampaignList } from '../../../nodes/RcsPromotion/launch/campaign';
import type { LaunchRequest } from '../../../nodes/RcsPromotion/launch/request';

const service = { account: 'https://service.example acme', accountId: 'acme' };

/** A launch to these people, whose cards hold a megabyte of text. */
function launchTo(people: readonly string[]): void {
	const variables = Array.from({ length: 1_000 }, (_, index) => ({ type: 'text', value: `${index} `.repeat(300) }));
	const components = [{ type: 'CAROUSEL', cards: [{ card_index: 0, components: [{ type: 'BODY', variables }] }] }];
	const template = { name: 'spring_sale', id: '1', language: 'en', components };
	const request = {
		promotionName: 'Spring Sale',
		targetListName: 'Spring',
		builtTemplate: { template, issues: [], references: [] },
		additionalBodyFields: {},
		descriptiveProperties: {},
	} as unknown as LaunchRequest;
	const checked = { fingerprint: people, recipients: { ready: 3 }, issues: [], doNotContact: null };
	prepareCampaign(service, request, checked as unknown as CampaignList);
}

/** How many characters are hashed while this runs. */
function countHashed(run: () => void): number {
	const update = jest.spyOn(Object.getPrototypeOf(crypto.createHash('sha256')) as crypto.Hash, 'update');
	try {
		run();
		return update.mock.calls.reduce((sum, [data]) => sum + String(data).length, 0);
	} finally {
		update.mockRestore();
	}
}

it('hashes the cards once for a launch, not once more for each of its people', () => {
	const people = Array.from({ length: 256 }, (_, index) => `person ${index}`);
	const forOne = countHashed(() => launchTo(people.slice(0, 1)));
	expect(forOne).toBeGreaterThan(1_000_000);
	expect(countHashed(() => launchTo(people))).toBeLessThan(2 * forOne);
});
