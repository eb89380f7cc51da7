// The object `strapi` that code sees. What is not there throws an error that names it. Each member has a file of its own in
// this folder: a function of the app that gives the member.
import path from 'node:path';
import get from 'lodash/get.js';
import has from 'lodash/has.js';
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { makeDb } from './db.mjs';
import { entityService } from './entity-service.mjs';
import { makeQuery } from './query.mjs';

function makeLog(app) {
	const log =
		level =>
		(...args) =>
			app.link.log(level, args.map(String).join(' '));
	return { debug: log('debug'), info: log('info'), http: log('debug'), warn: log('warn'), error: log('error') };
}

function findService(app, uid) {
	const service = app.make('services', uid);
	if (service === undefined && !uid.startsWith('api::')) throw new Missing(`strapi.service('${uid}')`);
	return service;
}

export function makeStrapi(app, config) {
	const query = makeQuery(app);
	const { directory } = app.project;
	return strict('strapi', {
		entityService: entityService(app),
		db: makeDb(app, query),
		query,
		config: strict('strapi.config', { get: (key, usual) => get(config, key, usual), has: key => has(config, key), ...config }),
		log: makeLog(app),
		contentTypes: app.contentTypes,
		contentType: uid => app.contentTypes[uid],
		getModel: uid => app.contentTypes[uid],
		service: uid => findService(app, uid),
		controller: uid => app.make('controllers', uid),
		policy: name => app.kinds.policies.get(name),
		fetch: globalThis.fetch,
		dirs: { app: { root: directory, src: path.join(directory, 'src') } },
	});
}
