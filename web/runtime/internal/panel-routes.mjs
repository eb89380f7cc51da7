// The routes of type admin that Strapi's own plugins have, and their actions. lectern answers them by itself (src/api/admin),
// but for those around which an extension has put something: these come here, and the original action gives lectern's answer.
import cloneDeepWith from 'lodash/cloneDeepWith.js';
import isEqual from 'lodash/isEqual.js';
import { Missing } from '../errors.mjs';
import { asNative, asNativeAs, nativeNames } from './native.mjs';
import { objectAction } from './object-actions.mjs';

/** A route a line: method, path, action, and the permissions one must have; with `|` between them one of them will do. */
const lists = {
	'content-manager': `
		GET /init init.getInitData
		GET /content-types content-types.findContentTypes
		GET /content-types-settings content-types.findContentTypesSettings
		GET /content-types/:uid/configuration content-types.findContentTypeConfiguration
		PUT /content-types/:uid/configuration content-types.updateContentTypeConfiguration
		GET /components components.findComponents
		GET /components/:uid/configuration components.findComponentConfiguration
		PUT /components/:uid/configuration components.updateComponentConfiguration
		POST /uid/generate uid.generateUID
		POST /uid/check-availability uid.checkUIDAvailability
		GET /relations/:model/:targetField relations.findAvailable
		GET /relations/:model/:id/:targetField relations.findExisting
		GET /single-types/:model single-types.find explorer.read
		PUT /single-types/:model single-types.createOrUpdate explorer.create|explorer.update
		DELETE /single-types/:model single-types.delete explorer.delete
		POST /single-types/:model/actions/publish single-types.publish explorer.publish
		POST /single-types/:model/actions/unpublish single-types.unpublish explorer.publish
		GET /single-types/:model/actions/countDraftRelations single-types.countDraftRelations explorer.read
		GET /collection-types/:model collection-types.find explorer.read
		POST /collection-types/:model collection-types.create explorer.create
		POST /collection-types/:model/clone/:sourceId collection-types.clone explorer.create
		POST /collection-types/:model/auto-clone/:sourceId collection-types.autoClone explorer.create
		GET /collection-types/:model/:id collection-types.findOne explorer.read
		PUT /collection-types/:model/:id collection-types.update explorer.update
		DELETE /collection-types/:model/:id collection-types.delete explorer.delete
		POST /collection-types/:model/:id/actions/publish collection-types.publish explorer.publish
		POST /collection-types/:model/:id/actions/unpublish collection-types.unpublish explorer.publish
		POST /collection-types/:model/actions/bulkDelete collection-types.bulkDelete explorer.delete
		POST /collection-types/:model/actions/bulkPublish collection-types.bulkPublish explorer.publish
		POST /collection-types/:model/actions/bulkUnpublish collection-types.bulkUnpublish explorer.publish
		GET /collection-types/:model/:id/actions/countDraftRelations collection-types.countDraftRelations explorer.read
		GET /collection-types/:model/actions/countManyEntriesDraftRelations collection-types.countManyEntriesDraftRelations explorer.read`,
	'content-type-builder': `
		GET /reserved-names builder.getReservedNames read
		GET /content-types content-types.getContentTypes read
		GET /content-types/:uid content-types.getContentType read
		POST /content-types content-types.createContentType read
		PUT /content-types/:uid content-types.updateContentType read
		DELETE /content-types/:uid content-types.deleteContentType read
		GET /components components.getComponents read
		GET /components/:uid components.getComponent read
		POST /components components.createComponent read
		PUT /components/:uid components.updateComponent read
		DELETE /components/:uid components.deleteComponent read
		PUT /component-categories/:name component-categories.editCategory read
		DELETE /component-categories/:name component-categories.deleteCategory read`,
	email: `
		POST / email.send
		POST /test email.test settings.read
		GET /settings email.getSettings settings.read`,
	upload: `
		GET /settings admin-settings.getSettings settings.read
		PUT /settings admin-settings.updateSettings settings.read
		POST / admin-upload.upload
		GET /files admin-file.find read
		GET /files/:id admin-file.findOne read
		DELETE /files/:id admin-file.destroy assets.update
		GET /folders/:id admin-folder.findOne read
		GET /folders admin-folder.find read
		POST /folders admin-folder.create assets.create
		PUT /folders/:id admin-folder.update assets.update
		GET /folder-structure admin-folder.getStructure read
		POST /actions/bulk-delete admin-folder-file.deleteMany assets.update
		POST /actions/bulk-move admin-folder-file.moveMany assets.update
		GET /configuration view-configuration.findViewConfiguration
		PUT /configuration view-configuration.updateViewConfiguration configure-view`,
	i18n: `
		GET /iso-locales iso-locales.listIsoLocales locale.read
		GET /locales locales.listLocales
		POST /locales locales.createLocale locale.create
		PUT /locales/:id locales.updateLocale locale.update
		DELETE /locales/:id locales.deleteLocale locale.delete
		POST /content-manager/actions/get-non-localized-fields content-types.getNonLocalizedAttributes`,
	'users-permissions': `
		GET /roles/:id role.findOne roles.read
		GET /roles role.find roles.read
		POST /roles role.createRole roles.create
		PUT /roles/:role role.updateRole roles.update
		DELETE /roles/:role role.deleteRole roles.delete
		GET /email-templates settings.getEmailTemplate email-templates.read
		PUT /email-templates settings.updateEmailTemplate email-templates.update
		GET /advanced settings.getAdvancedSettings advanced-settings.read
		PUT /advanced settings.updateAdvancedSettings advanced-settings.update
		GET /providers settings.getProviders providers.read
		PUT /providers settings.updateProviders providers.update
		GET /permissions permissions.getPermissions
		GET /policies permissions.getPolicies
		GET /routes permissions.getRoutes`,
};

/** Actions that give their answer, and leave ctx.body alone. */
const returning = ['plugin::upload.admin-file.find'];

/** The types of a plugin may have another action in the place of the content manager's: contentManagerUser.create. */
function otherAction(app, ctx) {
	const type = app.contentTypes[ctx.params.model];
	if (!type) return undefined;
	const action = String(ctx.state.route.handler).split('.')[1];
	const named = type.plugin && app.config.get(`plugin.${type.plugin}.layout.${type.modelName}.actions.${action}`);
	const [controller, name] = named?.split('.') ?? [];
	return controller && name ? app.strapi.plugin(type.plugin).controllers[controller.toLowerCase()]?.[name] : undefined;
}

/** In a router's place where the content manager's routes have it. */
const layoutActions = app => async (ctx, next) => {
	if (!app.contentTypes[ctx.params.model]) return ctx.send({ error: 'contentType.notFound' }, 404);
	const run = otherAction(app, ctx);
	return run ? run(ctx, next) : next();
};

/** A copy that has the same functions. */
const cloneDeep = value => cloneDeepWith(value, part => (typeof part === 'function' ? part : undefined));

function policiesOf(plugin, path, action, permissions) {
	const all = plugin === 'users-permissions' || plugin === 'content-type-builder' ? [] : ['admin::isAuthenticatedAdmin'];
	if (/\.(bulkP|bulkUnp|p|unp)ublish$/.test(action)) all.unshift('plugin::content-manager.has-draft-and-publish');
	if (!permissions) return all;
	const name = ['content-manager', 'i18n'].includes(plugin) ? 'plugin::content-manager.hasPermissions' : 'admin::hasPermissions';
	const config = { actions: permissions.split('|').map(one => `plugin::${plugin}.${one}`) };
	if (config.actions.length > 1) config.hasAtLeastOne = true;
	return [...all, { name, config }];
}

function read(app, plugin) {
	const layout = layoutActions(app);
	return lists[plugin]
		.trim()
		.split('\n')
		.map(line => {
			const [method, path, handler, permissions] = line.trim().split(' ');
			const config = { policies: policiesOf(plugin, path, handler, permissions) };
			if (/^\/(single|collection)-types\//.test(path)) config.middlewares = [layout];
			return { method, path, handler, config };
		});
}

/** The path with the parameters as code has left them. */
function fill(path, params, action) {
	return path.replace(/:(\w+)/g, (_, name) => {
		if (params?.[name] === undefined) throw new TypeError(`${action} needs ctx.params.${name}`);
		return encodeURIComponent(params[name]);
	});
}

/** Adds the routes and the actions of the panel to what a plugin is made of. */
export function withPanel(app, name, plugin) {
	const routes = read(app, name);
	const controllers = { ...plugin.controllers };
	app.panelRoutes ??= new Map();
	(app.panelLists ??= new Map()).set(name, [...routes]);
	for (const route of routes) {
		const [controller, action] = route.handler.split('.');
		const whole = `/${name}${route.path === '/' ? '' : route.path}`;
		const ofClients = controllers[controller]?.[action];
		const uid = `plugin::${name}.${route.handler}`;
		const run = (ctx, next) => {
			const native = () => app.nativeRequests.runPanel(ctx, route.method, fill(whole, ctx.params, uid), returning.includes(uid));
			const byServices = app.actionsByServices?.get(uid);
			if (byServices) return byServices(ctx, native, next);
			// An object of code's own, which has no request.
			const byObject = ctx?.req ? undefined : objectAction(app, name, controller, action);
			if (byObject) return byObject(ctx);
			if (!ctx?.req && !ofClients) throw new Missing(`${uid} with an object of code's own in the place of a context`);
			return ofClients && ctx.state.route?.info?.type !== 'admin' ? ofClients(ctx, next) : native();
		};
		const own = ofClients ? asNativeAs(run, ofClients) : asNative(run, { panel: true });
		controllers[controller] = { ...controllers[controller], [action]: own };
		app.panelRoutes.set(route, { given: cloneDeep(route), run: own });
	}
	if (name === 'upload') {
		for (const one of ['admin-upload', 'content-api']) controllers[one] = withParts(controllers[one]);
		app.panelRoutes.get(routes.find(({ handler }) => handler === 'admin-upload.upload')).run = controllers['admin-upload'].upload;
	}
	return { ...plugin, controllers, routes: { admin: { type: 'admin', routes }, ...plugin.routes } };
}

/** The actions that stand in the place of the content manager's for users. */
export function contentManagerUser(app) {
	const native = (method, path) => asNative(ctx => app.nativeRequests.runPanel(ctx, method, fill(path, ctx.params, path)), { panel: true });
	return {
		create: native('POST', '/content-manager/collection-types/:model'),
		update: native('PUT', '/content-manager/collection-types/:model/:id'),
	};
}

const parts = ['updateFileInfo', 'replaceFile', 'uploadFiles'];

/** Strapi's `upload` calls one of three actions of its controller: an extension may have put something in their place. */
function withParts(controller) {
	const { upload } = controller;
	const run = function (ctx, next) {
		const hasFiles = Object.keys(ctx.request.files ?? {}).length > 0;
		const part = this?.[ctx.query.id ? (hasFiles ? 'replaceFile' : 'updateFileInfo') : 'uploadFiles'];
		return isCode(part) && (hasFiles || ctx.query.id) ? part.call(this, ctx) : upload(ctx, next);
	};
	const natives = parts.map(name => [name, asNativeAs((ctx, next) => upload(ctx, next), upload)]);
	return { ...controller, ...Object.fromEntries(natives), upload: asNativeAs(run, upload) };
}

/** Whether code stands in the place of such a part. */
export const hasOwnParts = (controller, names) =>
	/^plugin::upload\.(content-api|admin-upload)\.upload$/.test(names) && parts.some(part => isCode(controller[part]));

const isCode = run => Boolean(run) && nativeNames(run) === undefined;

const asGiven = (app, route) => app.panelRoutes.get(route).given;

const isAny = part => /[:(*]/.test(part);

/** Whether one path may fit both. lectern has an answer for each path of the panel, whatever the method. */
function meet(one, other) {
	const [parts, others] = [one.path, other.path].map(path => path.split('/').filter(Boolean));
	const open = parts.findIndex(part => /[(*]/.test(part));
	const count = open < 0 ? parts.length : open;
	if (open < 0 ? parts.length !== others.length : others.length < count) return false;
	return parts.slice(0, count).every((part, i) => isAny(part) || isAny(others[i]) || part.toLowerCase() === others[i].toLowerCase());
}

/** Whether a route of a plugin stands where lectern's administration has one: lectern asks code before it answers. */
export const isOverPanel = (app, route) =>
	app.panelRoutes.has(route) || (app.panelLists.get(route.info?.pluginName) ?? []).some(given => meet(route, asGiven(app, given)));

/** Whether a path may be one of the administration's own. */
export const isOfPanel = (app, path) =>
	/^\/admin(\/|$)/.test(path) ||
	[...app.panelLists].some(([name, given]) => given.some(route => meet({ path }, { path: `/${name}${asGiven(app, route).path}` })));

/** Whether the list of the panel's routes has other members, or another order, since an extension has run. */
export function isOtherList(app, name, routes) {
	const given = app.panelLists.get(name);
	return Boolean(given) && (given.length !== routes.length || routes.some((route, i) => route !== given[i]));
}

/** The routes of the panel that code has taken away, as lectern is told of them. */
export const routesTakenAway = app =>
	[...app.panelLists].flatMap(([name, given]) => {
		const routers = app.strapi.plugins[name]?.routes ?? given;
		const stay = new Set(Array.isArray(routers) ? routers : Object.values(routers).flatMap(router => router?.routes ?? router ?? []));
		return given
			.filter(route => !stay.has(route) || ['method', 'path'].some(part => route[part] !== asGiven(app, route)[part]))
			.map(route => asGiven(app, route))
			.map(({ method, path }) => ({ method, path: `/${name}${path === '/' ? '' : path}`, takenAway: true }));
	});

/** Whether code has a part in the route: else it is lectern's, and not listed among those of the code. */
export function isTakenOver(app, name, route, plugin) {
	const { given, run } = app.panelRoutes.get(route) ?? {};
	if (!given) return true;
	const [controller, action] = route.handler?.split?.('.') ?? [];
	const changed =
		plugin.controllers[controller]?.[action] !== run || !isEqual({ ...route, info: undefined }, { ...given, info: undefined });
	const isSplit = hasOwnParts(plugin.controllers[controller] ?? {}, `plugin::upload.${route.handler}`);
	const users = app.strapi.plugins['users-permissions']?.controllers.contentmanageruser;
	const isOfUsers = ['collection-types.create', 'collection-types.update'].includes(route.handler) && isCode(users?.[action]);
	return changed || isOfUsers || isSplit || Boolean(app.actionsByServices?.has(`plugin::${name}.${route.handler}`));
}
