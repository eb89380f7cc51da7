// The services of the plugin upload: lectern's own actions check, store and remove files, and are asked by forms as clients send
// them. In hooks, and where code replaces a step, the parts of upload-parts.mjs do it instead.
import { tmpdir } from 'node:os';
import { course } from '../course.mjs';
import { errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { writeForm } from './form.mjs';
import { imageService } from './image-manipulation.mjs';
import { folderServices } from './upload-folders.mjs';
import { uploadParts } from './upload-parts.mjs';

const FILE = 'plugin::upload.file';
const FOLDER = 'plugin::upload.folder';

async function ask(app, method, url, action, id, form) {
	const headers = form ? [['content-type', form.type]] : [];
	const request = { method, url, headers, action: `plugin::upload.content-api.${action}`, id: String(id), anonymous: true };
	if (form) request.body = form.bytes.toString('base64url');
	const { value, body } = await app.callWhole('native.request', [request]);
	const answer = body.length ? JSON.parse(body.toString('utf8')) : null;
	if (value.status < 400) return answer;
	const { name, message, details } = answer.error;
	throw name in errors ? new errors[name](message, details) : new errors.ApplicationError(message, details);
}

const idsOf = answer => [].concat(answer).map(({ id }) => id);

/** What is said of files, as Strapi tells it in a form: of one file it is an object, of more a list. */
function infoOf(given, count) {
	const infos = Array.isArray(given) ? given : [given ?? {}];
	const known = ({ name, alternativeText, caption } = {}) => ({ name, alternativeText, caption });
	return count > 1 ? Array.from({ length: count }, (_, i) => known(infos[i] ?? {})) : known(infos[0]);
}

/** As Strapi notes in each file where it is worked on; what is no file fails. */
function assignFolder(given) {
	for (const one of [].concat(given)) one.tmpWorkingDirectory = tmpdir();
}

export function uploadServices(app) {
	const files = () => app.strapi.query(FILE);
	/** Of what lectern does by itself it tells by itself. */
	const emit = (event, media) => app.strapi.eventHub.emit(event, { media });
	const settings = key => app.strapi.store({ type: 'plugin', name: 'upload', key });
	const whole = uploadParts(app);
	/** A hook runs inside a change, and an action that writes would wait for the end of that change. */
	const goesBySteps = () => app.uploadsBySteps || course.getStore()?.isHook;

	const file = {
		async getFolderPath(id) {
			if (!id) return '/';
			const folder = await app.strapi.query(FOLDER).findOne({ where: { id }, select: ['path'] });
			if (!folder) throw new errors.NotFoundError('folder not found');
			return folder.path;
		},
		async deleteByIds(ids = []) {
			const found = await files().findMany({ where: { id: { $in: ids } } });
			for (const one of found) await app.strapi.plugin('upload').service('upload').remove(one);
			return found;
		},
		signFileUrls: whole.signFileUrls,
	};

	/** Makes the files' entries; gives their ids. */
	async function send(data, given) {
		const all = [].concat(given);
		if (!all.length) return [];
		const { fileInfo, path: place, ref, refId, field } = data;
		const fields = { fileInfo: infoOf(fileInfo, all.length), path: place, ref, refId, field };
		return idsOf(await ask(app, 'POST', '/', 'upload', '', await writeForm(fields, { files: all })));
	}

	async function read(ids) {
		const found = await files().findMany({ where: { id: { $in: ids } } });
		return ids.map(id => found.find(one => one.id === id));
	}

	const upload = {
		async upload({ data, files: given }, { user } = {}) {
			if (goesBySteps()) return whole.bySteps.upload({ data, files: given }, { user });
			assignFolder(given);
			if (data === undefined) throw new TypeError("Cannot destructure property 'fileInfo' of 'data' as it is undefined.");
			const { fileInfo } = data;
			const ids = await send(data, given);
			const infos = [].concat(fileInfo);
			// What code uploads lies where it says, and not where what clients upload does.
			for (const [i, id] of ids.entries()) {
				const folder = infos[i]?.folder ?? null;
				const by = user ? { createdBy: user.id, updatedBy: user.id } : {};
				await files().update({ where: { id }, data: { folder, folderPath: await file.getFolderPath(folder), ...by } });
			}
			return read(ids);
		},
		async uploadToEntity({ id, model, field }, given) {
			if (goesBySteps()) return whole.bySteps.uploadToEntity({ id, model, field }, given);
			await send({ ref: model, refId: id, field }, given);
			return undefined;
		},
		async replace(id, { data, file: given }, { user } = {}) {
			if (goesBySteps()) return whole.bySteps.replace(id, { data, file: given }, { user });
			assignFolder(given);
			const form = await writeForm({ fileInfo: infoOf(data.fileInfo, 1) }, { files: [given] });
			await ask(app, 'POST', `/?id=${encodeURIComponent(id)}`, 'upload', '', form);
			if (user) await files().update({ where: { id }, data: { updatedBy: user.id } });
			const [made] = await read([Number(id)]);
			return made;
		},
		async updateFileInfo(id, { name, alternativeText, caption, folder }, { user } = {}) {
			const old = await this.findOne(id);
			if (!old) throw new errors.NotFoundError();
			const info = { name: name ?? old.name, alternativeText: alternativeText ?? old.alternativeText, caption: caption ?? old.caption };
			if (folder !== undefined) Object.assign(info, { folder, folderPath: await file.getFolderPath(folder) });
			return this.update(id, info, { user });
		},
		async update(id, values, { user } = {}) {
			const made = await app.strapi.entityService.update(FILE, id, { data: { ...values, ...(user && { updatedBy: user.id }) } });
			await emit('media.update', made);
			return made;
		},
		async add(values, { user } = {}) {
			const made = await files().create({ data: { ...values, ...(user && { updatedBy: user.id, createdBy: user.id }) } });
			await emit('media.create', made);
			return made;
		},
		findOne: (id, populate) => app.strapi.entityService.findOne(FILE, id, { populate }),
		findMany: query => app.strapi.entityService.findMany(FILE, query),
		findPage: query => app.strapi.entityService.findPage(FILE, query),
		async remove(given) {
			if (goesBySteps()) return whole.bySteps.remove(given);
			const { id } = given;
			const media = await files().findOne({ where: { id } });
			if (!media) return null;
			await ask(app, 'DELETE', '/', 'destroy', id);
			return media;
		},
		...whole.parts,
		getSettings: () => settings('settings').get(),
		setSettings: value => settings('settings').set({ value }),
		getConfiguration: () => settings('view_configuration').get(),
		setConfiguration: value => settings('view_configuration').set({ value }),
	};

	const services = { upload, file, provider: whole.provider, 'image-manipulation': imageService(app), ...folderServices(app) };
	return Object.fromEntries(
		Object.entries(services).map(([name, members]) => [name, strict(`strapi.service('plugin::upload.${name}')`, members, [])]),
	);
}
