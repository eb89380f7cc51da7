// TypeScript, and modules with import and export, made into what Node's require loads: as tsc makes them for Strapi.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Names that a file declares itself, beside its imports. */
function declaredIn(text) {
	const declared = new Set();
	const pattern =
		/^(?:export\s+)?(?:declare\s+)?(?:const|let|var|(?:async\s+)?function\*?|(?:abstract\s+)?class|enum)\s+(?:\{([^}]*)\}|(\w+))/gm;
	for (const [, members, name] of text.matchAll(pattern))
		for (const one of members?.split(',') ?? [name]) declared.add(one.split('=')[0].split(':').at(-1).trim());
	return declared;
}

/** An import of a name that the file declares as well can only be of a type: it is none at run time. */
function markTypes(text) {
	const declared = declaredIn(text);
	return text.replace(/^(import\s+(?!type\b)[^'"{;]*\{)([^}]*)(\}\s*from\b)/gm, (all, before, members, after) => {
		const marked = members.split(',').map(one => {
			const name = one
				.trim()
				.split(/\s+as\s+/)
				.at(-1);
			return declared.has(name) && !/^\s*type\s/.test(one) ? one.replace(/\S/, first => `type ${first}`) : one;
		});
		return before + marked.join(',') + after;
	});
}

/** Decorators, and namespaces that have values: only the compiler of TypeScript itself makes something of them. */
const needsCompiler = text => /^\s*@[\w$]/m.test(text) || /^\s*(export\s+)?(namespace|module)\s+[\w$.]+\s*\{/m.test(text);

export class Transpiler {
	constructor(project) {
		this.project = project;
	}

	/** An option of tsconfig.json that is a word, or undefined. The file may have comments and commas at the end. */
	option(name) {
		this.settings ??= readFileSync(path.join(this.project.directory, 'tsconfig.json'), 'utf8');
		return new RegExp(`^[^/\n]*"${name}"\\s*:\\s*"?([\\w.@/-]+)`, 'm').exec(this.settings)?.[1];
	}

	/** Whether a member of a class that is named without a value is one that is undefined: else it says nothing but its type. */
	definesFields() {
		const given = this.option('useDefineForClassFields');
		return given ? given === 'true' : /^es(2022|2023|2024|2025|next)$/i.test(this.option('target') ?? '');
	}

	/** The compiler that the project has installed, with the options of its tsconfig.json; or null. */
	compiler() {
		if (this.found !== undefined) return this.found;
		try {
			const typescript = this.project.require('typescript');
			const file = path.join(this.project.directory, 'tsconfig.json');
			const { config } = typescript.readConfigFile(file, typescript.sys.readFile);
			const host = { ...typescript.sys, readDirectory: () => [] };
			const { options } = typescript.parseJsonConfigFileContent(config ?? {}, host, this.project.directory);
			const compilerOptions = { ...options, module: typescript.ModuleKind.CommonJS, noEmit: false, sourceMap: false };
			this.found = (text, fileName) => typescript.transpileModule(text, { compilerOptions, fileName }).outputText;
		} catch (error) {
			if (error.code !== 'MODULE_NOT_FOUND') throw error;
			this.found = null;
		}
		return this.found;
	}

	transpile(text, file) {
		const typescript = /\.tsx?$/.test(file);
		if (!typescript && !/^\s*(import|export)\b/m.test(text)) return text;
		const compile = typescript && needsCompiler(text) && this.compiler();
		if (compile) return compile(text, file);
		const { transform } = require('sucrase');
		const jsx = file.endsWith('.tsx') ? ['jsx'] : [];
		const transforms = typescript ? [...jsx, 'typescript', 'imports'] : ['imports'];
		return transform(typescript ? markTypes(text) : text, {
			transforms,
			filePath: file,
			jsxRuntime: /^react-jsx/.test(this.option('jsx') ?? '') ? 'automatic' : 'classic',
			jsxPragma: this.option('jsxFactory'),
			jsxFragmentPragma: this.option('jsxFragmentFactory'),
			jsxImportSource: this.option('jsxImportSource'),
			production: true,
			disableESTransforms: !typescript || !/\bclass\b/.test(text) || this.definesFields(),
		}).code;
	}
}
