// The rules for JavaScript: what eslint recommends, and no names that nobody uses.
import js from '@eslint/js';
import globals from 'globals';

export default [
	{ ignores: ['**/node_modules/**', '**/build*/**', 'tests/projects/**', 'tests/data/**'] },
	js.configs.recommended,
	{
		languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: { ...globals.node, ...globals.browser } },
		rules: {
			'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
			'no-constant-condition': ['error', { checkLoops: false }],
			'no-control-regex': 'off',
			'no-empty': ['error', { allowEmptyCatch: true }],
			'prefer-const': ['error', { destructuring: 'all' }],
			'no-var': 'error',
		},
	},
];
