import { homedir } from 'node:os';
import { join } from 'node:path';

const OURS = 'n8n-nodes-rcs-promotion';

/** Where this user's programs keep what can be made again, by the custom of each platform. */
export function cacheFolder(
	env: NodeJS.ProcessEnv = process.env,
	platform: NodeJS.Platform = process.platform,
): string {
	return join(userCache(env, platform), OURS);
}

function userCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
	if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
	if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
	if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
	return join(homedir(), '.cache');
}
