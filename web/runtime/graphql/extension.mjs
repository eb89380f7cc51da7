// strapi.plugin('graphql').service('extension'): what code says about the schema.
const ALL = '*';
const actionsOf = () => ({ enabled: true, queries: true, mutations: true, actions: [], fields: new Map() });
const partsOf = () => ({ enabled: true, input: true, output: true, filters: true });

function fieldSwitch(parts) {
	return {
		isEnabled: () => parts.enabled,
		isDisabled: () => !parts.enabled,
		hasInputEnabled: () => parts.input,
		hasOutputEnabled: () => parts.output,
		hasFiltersEnabled: () => parts.filters,
		// As Strapi spells it.
		hasFiltersEnabeld: () => parts.filters,
		disable() {
			Object.assign(parts, { enabled: false, input: false, output: false, filters: false });
			return this;
		},
		disableOutput() {
			parts.output = false;
			return this;
		},
		disableInput() {
			parts.input = false;
			return this;
		},
		disableFilters() {
			parts.filters = false;
			return this;
		},
	};
}

function typeSwitch(switches) {
	const isActionEnabled = action => !switches.actions.includes(action) && !switches.actions.includes(ALL);
	return {
		isEnabled: () => switches.enabled,
		isDisabled: () => !switches.enabled,
		areQueriesEnabled: () => switches.queries,
		areQueriesDisabled: () => !switches.queries,
		areMutationsEnabled: () => switches.mutations,
		areMutationsDisabled: () => !switches.mutations,
		isActionEnabled,
		isActionDisabled: action => !isActionEnabled(action),
		disable() {
			switches.enabled = false;
			return this;
		},
		disableQueries() {
			switches.queries = false;
			return this;
		},
		disableMutations() {
			switches.mutations = false;
			return this;
		},
		disableAction(action) {
			if (!switches.actions.includes(action)) switches.actions.push(action);
			return this;
		},
		disableActions(actions = []) {
			for (const action of actions) this.disableAction(action);
			return this;
		},
		field(name) {
			if (!switches.fields.has(name)) switches.fields.set(name, partsOf());
			return fieldSwitch(switches.fields.get(name));
		},
	};
}

/** The file of code that calls, as far as the stack tells. */
function callerFile(directory) {
	for (const line of new Error().stack.split('\n').slice(2)) {
		const at = line.indexOf(directory);
		if (at >= 0 && !line.includes('node_modules')) return line.slice(at + directory.length + 1).replace(/:\d+\)?$/, '');
	}
	return 'src/index.js';
}

export class Extension {
	/** `given`: what functions are called with. */
	constructor(directory, given) {
		this.directory = directory;
		this.given = given;
		this.switches = new Map();
		this.uses = [];
		this.shadowCRUD = uid => {
			if (!this.switches.has(uid)) this.switches.set(uid, actionsOf());
			return typeSwitch(this.switches.get(uid));
		};
		this.use = configuration => {
			this.uses.push({ configuration, file: callerFile(directory) });
			return this;
		};
	}

	hasFunctions() {
		return this.uses.some(({ configuration }) => typeof configuration === 'function');
	}

	/** Differs when code has changed something, and not only asked. */
	state() {
		const untouched = JSON.stringify({ ...actionsOf(), fields: {} });
		return JSON.stringify([this.uses.length, ...Object.entries(this.shadow()).filter(([, all]) => JSON.stringify(all) !== untouched)]);
	}

	/** What all uses come to. */
	generate() {
		const merge = require('lodash/fp/merge.js');
		const whole = { types: [], typeDefs: [], resolvers: {}, resolversConfig: {}, plugins: [] };
		for (const { configuration, file } of this.uses) {
			const given = typeof configuration === 'function' ? configuration(this.given()) : configuration;
			const { types, typeDefs, resolvers, resolversConfig, plugins } = given ?? {};
			if (typeDefs) whole.typeDefs.push({ file, text: textOf(typeDefs) });
			if (Array.isArray(types)) whole.types.push(...types);
			if (Array.isArray(plugins)) whole.plugins.push(...plugins);
			if (typeof resolvers === 'object') whole.resolvers = merge(whole.resolvers, resolvers);
			// What was said first counts.
			if (typeof resolversConfig === 'object') whole.resolversConfig = merge(resolversConfig, whole.resolversConfig);
		}
		return whole;
	}

	/** The switches as lectern takes them: of the fields those that are not as they were. */
	shadow() {
		const untouched = JSON.stringify(partsOf());
		const changed = fields => Object.fromEntries([...fields].filter(([, parts]) => JSON.stringify(parts) !== untouched));
		return Object.fromEntries([...this.switches].map(([uid, { fields, ...switches }]) => [uid, { ...switches, fields: changed(fields) }]));
	}
}

/** SDL as a text, as gql`` gives it, or a list of these. */
function textOf(typeDefs) {
	if (Array.isArray(typeDefs)) return typeDefs.map(textOf).join('\n');
	if (typeof typeDefs === 'string') return typeDefs;
	const { start, end, source } = typeDefs.loc ?? {};
	if (source?.body === undefined) throw new Error('typeDefs are neither a text nor a document of gql');
	return source.body.slice(start, end);
}
