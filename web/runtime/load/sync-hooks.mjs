// strapi.hook('strapi::content-types.beforeSync') and afterSync: what code runs when the tables are made of the types.
import { utilsOf } from '../strapi/utils.mjs';

const names = ['strapi::content-types.beforeSync', 'strapi::content-types.afterSync'];

/** Is there once code asks for the first of them. */
export function syncHook(app, registry, name) {
	if (!registry.items[name] && names.includes(name)) registry.items[name] = utilsOf(app).hooks.createAsyncParallelHook();
	return registry.items[name];
}

/**
 * Calls what code has registered, with the types of the last start, as the database has kept them, and those of now. Also what is
 * to run before the tables are made is called once they are there: lectern has made them by then.
 */
export async function runSyncHooks(app) {
	const hooks = names.map(name => app.container.get('hooks').items[name]).filter(hook => hook?.getHandlers().length);
	if (!hooks.length) return;
	const kept = { type: 'strapi', name: 'content_types', key: 'schema' };
	const { contentTypes, store } = app.strapi;
	const oldContentTypes = (await store.get(kept)) ?? undefined;
	for (const hook of hooks) await hook.call({ oldContentTypes, contentTypes });
	await store.set({ ...kept, value: contentTypes });
}
