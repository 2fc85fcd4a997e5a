export default async function globalTeardown(): Promise<void> {
	await globalThis.stopE2e?.();
}
