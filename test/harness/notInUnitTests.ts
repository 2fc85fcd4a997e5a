throw new Error('Unit tests stay pure: a test that needs n8n-core belongs in test/engine.');
