// Data of changes that code makes: hooks see the values that code gave, also those that JSON has not.
import isEqual from 'lodash/isEqual.js';
import isObjectLike from 'lodash/isObjectLike.js';
import { fits, hasLeaves, putBack } from './kept.mjs';

const times = ['createdAt', 'updatedAt'];

/** Members that are undefined stay in data that validation has changed nothing of. */
function putUndefinedBack(app, uid, now, given) {
	const { attributes } = app.strapi.getModel(uid);
	const isScalar = name => !times.includes(name) && !['component', 'dynamiczone'].includes(attributes[name]?.type);
	const absent = Object.keys(given).filter(name => given[name] === undefined && !(name in now));
	const same = name => (name in given ? isEqual(now[name], given[name]) : !isScalar(name));
	if (absent.length && Object.keys(now).filter(isScalar).every(same)) for (const name of absent) now[name] = undefined;
}

export class Given {
	constructor(app) {
		this.app = app;
		this.changes = new Set();
	}

	/** Runs a change of an entry. */
	async during(uid, data, run) {
		if (!isObjectLike(data) || !(hasLeaves(data) || Object.values(data).includes(undefined))) return run();
		const change = { uid, data };
		this.changes.add(change);
		try {
			return await run();
		} finally {
			this.changes.delete(change);
		}
	}

	/** The data of a type that a change has: its own, and that of components in it. */
	*parts(uid, data, wanted) {
		if (!isObjectLike(data)) return;
		if (uid === wanted) yield data;
		for (const [name, { type, component }] of Object.entries(this.app.strapi.getModel(uid)?.attributes ?? {})) {
			if (type !== 'component' && type !== 'dynamiczone') continue;
			for (const part of [].concat(data[name] ?? [])) {
				const kind = type === 'component' ? component : part?.__component;
				if (kind) yield* this.parts(kind, part, wanted);
			}
		}
	}

	/** Puts into what a hook is told what code gave. Dates that hooks before have seen come as they have left them. */
	putInto(uid, data, isSeen) {
		if (!isObjectLike(data)) return;
		for (const change of this.changes) {
			for (const given of this.parts(change.uid, change.data, uid)) {
				if (!fits(data, given)) continue;
				putBack(data, given, isSeen ? leaf => !(leaf instanceof Date) : undefined);
				if (!isSeen) putUndefinedBack(this.app, uid, data, given);
				return;
			}
		}
	}
}
