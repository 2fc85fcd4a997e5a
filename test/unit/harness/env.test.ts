describe('the environment of every test', () => {
	it('names no n8n of the developer', () => {
		expect(process.env.N8N_USER_FOLDER).toBe('/nonexistent');
		expect(process.env.HTTPS_PROXY).toBeUndefined();
	});

	it('keeps n8n-core out of unit tests', () => {
		expect(() => jest.requireActual('n8n-core')).toThrow('belongs in test/engine');
	});
});
