import type { ESLint, Linter } from 'eslint';

export const scannerPlugins: Record<string, ESLint.Plugin>;
export const packageJsonLanguage: Linter.LanguageOptions;
export const scannerSourceConfigs: Linter.Config[];
export const scannerPackedConfigs: Linter.Config[];
