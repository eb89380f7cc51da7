// strapi.entityService
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { attachFiles, uploadTo } from './attach-files.mjs';
import { cloneByService } from './clone.mjs';
import { utilsOf } from './utils.mjs';

const methods = [
	...['findMany', 'findOne', 'findPage', 'findWithRelationCounts', 'findWithRelationCountsPage', 'count', 'load', 'loadPages'],
	...['create', 'update', 'delete', 'deleteMany', 'clone'],
];

function addFiles(app, implementation) {
	const { create, update, clone } = implementation;
	const withFiles =
		(write, at) =>
		async (uid, ...args) => {
			const { files, ...params } = args[at] ?? {};
			if (!files || !Object.keys(files).length) return write(uid, ...args);
			const entity = await write(uid, ...args.slice(0, at), params);
			return entity && attachFiles(app, uid, entity, files, params);
		};
	Object.assign(implementation, { create: withFiles(create, 0), update: withFiles(update, 1), clone: withFiles(clone, 1) });
}

/** What relations of GraphQL's answers would ask. */
const ofRelations = ['load', 'loadPages', 'wrapResult'];

/** Actions of content types, and what GraphQL generates, go through what code has put around the service. */
function decorated(app, names) {
	app.entityServiceIsDecorated = true;
	if (!app.strapi.plugin('graphql')) return;
	const isUnknown = app.described && !app.graphql?.followsDecorator();
	if (isUnknown) throw new Missing('strapi.entityService.decorate in bootstrap, by a plugin in a project with GraphQL');
	const lost = names.filter(name => ofRelations.includes(name));
	if (!lost.length) return;
	if (app.described) throw new Missing(`strapi.entityService.decorate of ${lost.join(', ')} in bootstrap, in a project with GraphQL`);
	app.closed.graphql ??= `strapi.entityService.decorate of ${lost.join(', ')}, which GraphQL's relations do not know`;
}

/** What lectern does by itself, and asks no code for. */
const unheard = ['emitEvent', 'uploadFiles'];

/** Where the parameters stand behind the uid, in the methods that wrap them. */
const wrapped = {
	findMany: 0,
	findOne: 1,
	findPage: 0,
	findWithRelationCounts: 0,
	count: 0,
	create: 0,
	update: 1,
	delete: 1,
	deleteMany: 0,
	clone: 1,
};

/** Those whose parameters Strapi takes apart. */
const readers = ['findMany', 'findPage', 'findWithRelationCounts', 'findWithRelationCountsPage', 'count', 'deleteMany'];

function refuseNull(app, uid, name, params) {
	if (params !== null || !readers.includes(name)) return;
	const isLocalized = app.contentTypes[uid]?.pluginOptions?.i18n?.localized === true;
	const message = isLocalized
		? "Cannot read properties of null (reading 'filters')"
		: "Cannot destructure property '_q' of 'params' as it is null.";
	throw new TypeError(message);
}

/** Parts of create and update, for code that does these by itself. */
const parts = app => ({
	uploadFiles: (uid, entity, files) => uploadTo(app, uid, entity, files ?? {}),
	async emitEvent(uid, event, entity) {
		const model = app.strapi.getModel(uid);
		const entry = await utilsOf(app).sanitize.sanitizers.defaultSanitizeOutput(model, entity);
		app.strapi.eventHub.emit(event, { model: model.modelName, uid: model.uid, entry });
	},
});

/** What is no call of lectern's own, but made of several. */
const made = { clone: cloneByService };

/** Whether an id names at most one entry as it is; all others say what Strapi's `where` makes of them: [1], {$in: [1]}, "1.0". */
const isPlainId = id =>
	id === undefined || id === null || Number.isInteger(id) || Number.isNaN(id) || (typeof id === 'string' && /^\s*\d*\s*$/.test(id));

async function findId(app, uid, id) {
	const [found] = await app.call('db.queryBuilder.select', [uid, { select: ['id'], where: { id }, limit: 1 }]);
	return found?.id ?? null;
}

/** What names an entry, and changes it. */
const ofEntry = ['update', 'delete'];

export function entityService(app) {
	/** What code has put around parameters and results holds for the methods that it left as they are. */
	const member = name => {
		const at = wrapped[name];
		const call = async (uid, ...args) => {
			if (ofEntry.includes(name) && !isPlainId(args[0])) args[0] = await findId(app, uid, args[0]);
			return app.call(`entityService.${name}`, [uid, ...args]);
		};
		const change = (uid, ...args) => app.lifecycles.given.during(uid, args[at]?.data, () => call(uid, ...args));
		const run = made[name]?.(app) ?? (name === 'create' || name === 'update' ? change : call);
		if (at === undefined)
			return async (...args) => {
				refuseNull(app, args[0], name, args[1]);
				return run(...args);
			};
		return async (uid, ...args) => {
			const { wrapParams, wrapResult } = service.implementation;
			refuseNull(app, uid, name, args[at]);
			if (wrapParams !== plain.wrapParams) args[at] = await wrapParams(args[at] ?? {}, { uid, action: name });
			const result = await run(uid, ...args);
			return wrapResult === plain.wrapResult || name === 'clone' ? result : wrapResult(result, { uid, action: name });
		};
	};
	const plain = { wrapParams: async (params = {}) => params, wrapResult: async (result = {}) => result };
	const service = {
		implementation: Object.fromEntries(methods.map(name => [name, member(name)])),
		decorate(decorator) {
			if (typeof decorator !== 'function') throw new Error(`Decorator must be a function, received ${typeof decorator}`);
			const own = decorator(service.implementation);
			decorated(app, Object.keys(own ?? {}));
			for (const name of unheard) if (own && Object.hasOwn(own, name)) throw new Missing(`strapi.entityService.decorate of ${name}`);
			service.implementation = { ...service.implementation, ...own };
			return service;
		},
	};
	addFiles(app, service.implementation);
	Object.assign(service.implementation, plain);
	for (const name of Object.keys(service.implementation)) {
		let run = (...args) => service.implementation[name](...args);
		// Code that puts a function of its own in the place of a method has decorated it.
		const set = own => {
			decorated(app, [name]);
			run = own;
		};
		Object.defineProperty(service, name, { enumerable: true, configurable: true, get: () => run, set });
	}
	for (const [name, run] of Object.entries(parts(app))) {
		const set = () => {
			throw new Missing(`strapi.entityService.decorate of ${name}`);
		};
		Object.defineProperty(service, name, { enumerable: true, configurable: true, get: () => run, set });
	}
	return strict('strapi.entityService', service);
}
