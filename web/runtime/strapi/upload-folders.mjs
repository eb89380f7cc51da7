// The services folder and api-upload-folder of the plugin upload: folders of the media library.
const FOLDER = 'plugin::upload.folder';
const FILE = 'plugin::upload.file';
const OF_CLIENTS = 'API Uploads';

const below = (field, path) => ({ $or: [{ [field]: { $eq: path } }, { [field]: { $startsWith: `${path}/` } }] });

/** As a tree: [{id, name, children}], each level by name. */
function structureOf(folders, parent = null) {
	return folders
		.filter(folder => (folder.parent?.id ?? null) === parent)
		.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
		.map(({ id, name }) => ({ id, name, children: structureOf(folders, id) }));
}

export function folderServices(app) {
	const folders = () => app.strapi.query(FOLDER);
	const tell = (event, data) => app.strapi.eventHub.emit(event, data);
	const own = () => app.strapi.plugin('upload').service('folder');

	const folder = {
		async create(given, { user } = {}) {
			const data = await own().setPathIdAndPath(given);
			const by = user ? { createdBy: user.id, updatedBy: user.id } : {};
			const made = await app.strapi.entityService.create(FOLDER, { data: { ...data, ...by } });
			await tell('media-folder.create', { folder: made });
			return made;
		},
		exists: async (params = {}) => (await folders().count({ where: params })) > 0,
		async setPathIdAndPath(given) {
			const [last] = await folders().findMany({ select: ['pathId'], orderBy: { pathId: 'desc' }, limit: 1 });
			const pathId = (last?.pathId ?? 0) + 1;
			const parent = given.parent ? await app.strapi.entityService.findOne(FOLDER, given.parent) : null;
			return Object.assign(given, { pathId, path: `${(parent?.path ?? '/').replace(/\/$/, '')}/${pathId}` });
		},
		/** Another name, or another place: then the paths of all that is below change, too. */
		async update(id, { name, parent }, { user }) {
			const old = await app.strapi.entityService.findOne(FOLDER, id);
			if (parent === undefined) {
				if (!old) return undefined;
				return app.strapi.entityService.update(FOLDER, id, { data: { name, updatedBy: user.id } });
			}
			await app.strapi.db.transaction(async () => {
				const target = parent === null ? null : await folders().findOne({ where: { id: parent }, select: ['path'] });
				if (parent !== null && !target) throw new TypeError("Cannot read properties of undefined (reading 'path')");
				const path = `${(target?.path ?? '/').replace(/\/$/, '')}/${old.pathId}`;
				await folders().update({ where: { id }, data: { parent } });
				for (const [query, field] of [
					[folders(), 'path'],
					[app.strapi.query(FILE), 'folderPath'],
				]) {
					const found = await query.findMany({ where: below(field, old.path), select: ['id', field] });
					for (const one of found) await query.update({ where: { id: one.id }, data: { [field]: one[field].replace(old.path, path) } });
				}
			});
			const made = await app.strapi.entityService.update(FOLDER, id, { data: { name, updatedBy: user.id } });
			await tell('media-folder.update', { folder: made });
			return made;
		},
		async deleteByIds(ids = []) {
			const found = await folders().findMany({ where: { id: { $in: ids } } });
			if (!found.length) return { folders: [], totalFolderNumber: 0, totalFileNumber: 0 };
			const paths = found.map(({ path }) => path);
			const files = await app.strapi.query(FILE).findMany({ where: { $or: paths.map(path => below('folderPath', path)) } });
			await app.strapi
				.plugin('upload')
				.service('file')
				.deleteByIds(files.map(({ id }) => id));
			const { count } = await folders().deleteMany({ where: { $or: paths.map(path => below('path', path)) } });
			await tell('media-folder.delete', { folders: found });
			return { folders: found, totalFolderNumber: count, totalFileNumber: files.length };
		},
		async getStructure() {
			return structureOf(await folders().findMany({ select: ['id', 'name'], populate: { parent: { select: ['id'] } } }));
		},
	};

	const store = () => app.strapi.store({ type: 'plugin', name: 'upload', key: 'api-folder' });
	async function createOfClients() {
		let name = OF_CLIENTS;
		for (let i = 1; await own().exists({ name, parent: null }); i++) name = `${OF_CLIENTS} (${i})`;
		const made = await own().create({ name, parent: null });
		await store().set({ value: { id: made.id } });
		return made;
	}

	return {
		folder,
		'api-upload-folder': {
			async getAPIUploadFolder() {
				const { id } = (await store().get()) ?? {};
				return (id && (await app.strapi.entityService.findOne(FOLDER, id))) || createOfClients();
			},
		},
	};
}
