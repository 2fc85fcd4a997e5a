import type { ControlName, Controls } from './controls';
import type { RequestPredicate } from './requestLog';

type Awaitable<Result> = Promise<Awaited<Result>>;

/** The same calls as in the process of the simulator, each answering a promise. A wait takes a filter, not a function. */
export type RemoteControl = {
	[Name in ControlName]: Controls[Name] extends (...given: infer Given) => infer Result
		? (...given: WithoutFunctions<Given>) => Awaitable<Result>
		: never;
};

type WithoutFunctions<Given extends unknown[]> = { [Index in keyof Given]: Exclude<Given[Index], RequestPredicate> };

/** Speaks to a simulator in another process. The address is the one it prints as its control address. */
export function connectControl(controlUrl: string): RemoteControl {
	const call = async (name: string, given: unknown[]): Promise<unknown> => {
		const response = await fetch(`${controlUrl.replace(/\/+$/, '')}/__control/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(given),
		});
		const answer = (await response.json()) as { result?: unknown; message?: string };
		if (!response.ok) throw new Error(`The simulator refused ${name}: ${answer.message ?? response.status}`);
		return answer.result;
	};
	return new Proxy({} as RemoteControl, {
		get: (_target, name) =>
			// Looked for when a proxy is awaited; it is no promise.
			typeof name === 'symbol' || name === 'then' ? undefined : (...given: unknown[]) => call(name, given),
	});
}
