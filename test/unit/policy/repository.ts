/** The files of this repository, as the rules for docs, recipes and imports read them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WorkflowJson } from '../../../tools/n8n/restClient';

const REPOSITORY = resolve(__dirname, '../../..');

export const isThere = (path: string): boolean => existsSync(join(REPOSITORY, path));
export const textOf = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
export const namesIn = (folder: string): string[] => readdirSync(join(REPOSITORY, folder));

const git = (...args: string[]): string[] =>
	execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n').filter(Boolean);
/** The lines that match, in all files that git knows. */
export const grep = (...args: string[]): string[] => git('grep', ...args);
/** Without those that are deleted and not committed yet. */
export const filesLike = (...patterns: string[]): string[] =>
	git('ls-files', '-co', '--exclude-standard', ...patterns).filter(isThere);

export interface Recipe extends WorkflowJson {
	connections: Record<string, Record<string, unknown>>;
	pinData?: Record<string, unknown[]>;
}

export const recipeFiles = namesIn('examples').filter((name) => name.endsWith('.json'));
export const readRecipe = (file: string): Recipe => JSON.parse(textOf(`examples/${file}`)) as Recipe;

/** What stands in a node of it, however deep. */
export function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
/** The code of an expression in a text. */
export const EXPRESSION = /\{\{(.*?)\}\}(?!\})/gs;
