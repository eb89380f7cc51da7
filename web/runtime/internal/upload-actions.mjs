// Actions of upload that ask its service, for projects whose code has put something in the place of one of its methods, and for
// code that calls an action with an object of its own.
import { Missing, errors } from '../errors.mjs';
import { utilsOf } from '../strapi/utils.mjs';

const FILE = 'plugin::upload.file';

export function uploadActions(app, replaced) {
	const { strapi } = app;
	const service = name => strapi.plugin('upload').service(name);
	const of = kind => strapi.contentAPI[kind];
	const shown = (value, ctx) => of('sanitize').output(value, strapi.getModel(FILE), { auth: ctx.state.auth });
	async function queryOf(ctx) {
		const type = strapi.getModel(FILE);
		await of('validate').query(ctx.query, type, { auth: ctx.state.auth });
		return of('sanitize').query(ctx.query, type, { auth: ctx.state.auth });
	}

	/** The form's fields, and what they say of the files. */
	function bodyOf(ctx, many) {
		const { yup, validateYupSchema } = utilsOf(app);
		const name = () => yup.string().nullable();
		const info = yup.object({ name: name(), alternativeText: name(), caption: name() }).noUnknown();
		const parsed = value => (typeof value === 'string' ? JSON.parse(value) : value);
		const { fileInfo, ...body } = ctx.request.body ?? {};
		if (fileInfo !== undefined) body.fileInfo = Array.isArray(fileInfo) ? fileInfo.map(parsed) : parsed(fileInfo);
		return validateYupSchema(yup.object({ fileInfo: many ? yup.array().of(info) : info }), { strict: false })(body);
	}

	async function uploadFiles(ctx, files) {
		const many = Array.isArray(files);
		const data = await bodyOf(ctx, many);
		const { id: folder } = await service('api-upload-folder').getAPIUploadFolder();
		data.fileInfo = many ? files.map((_, i) => ({ ...data.fileInfo?.[i], folder })) : { ...data.fileInfo, folder };
		return service('upload').upload({ data, files });
	}

	async function replaceFile(ctx, files) {
		if (Array.isArray(files)) throw new errors.ValidationError('Cannot replace a file with multiple ones');
		return service('upload').replace(ctx.query.id, { data: await bodyOf(ctx, false), file: files });
	}

	async function show(ctx, file) {
		if (!file) return ctx.notFound('file.notFound');
		ctx.body = await shown(file, ctx);
		return undefined;
	}

	const clients = {
		async find(ctx) {
			ctx.body = await shown(await service('upload').findMany(await queryOf(ctx)), ctx);
		},
		async findOne(ctx) {
			const { id } = ctx.params;
			return show(ctx, await service('upload').findOne(id, (await queryOf(ctx)).populate));
		},
		async destroy(ctx) {
			const file = await service('upload').findOne(ctx.params.id);
			if (file) await service('upload').remove(file);
			return show(ctx, file);
		},
		async upload(ctx) {
			const { files } = ctx.request.files ?? {};
			const { id } = ctx.query;
			const has = Array.isArray(files) ? files.length > 0 : files?.size > 0;
			if (!has && !id) throw new errors.ValidationError('Files are empty');
			let result;
			if (!has) result = await service('upload').updateFileInfo(id, (await bodyOf(ctx, false)).fileInfo);
			else result = await (id ? replaceFile : uploadFiles)(ctx, files);
			ctx.body = await shown(result, ctx);
		},
	};

	const closed = action => () => {
		throw new Missing(`the panel's ${action}, where code replaces ${replaced.join(', ')} of plugin::upload,`);
	};
	const ofPanel = names => Object.fromEntries(names.map(name => [name.split('.')[1], closed(name)]));
	return {
		'content-api': clients,
		'admin-upload': ofPanel(['admin-upload.upload']),
		'admin-file': ofPanel(['admin-file.find', 'admin-file.findOne', 'admin-file.destroy']),
	};
}
