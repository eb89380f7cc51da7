// The body of a request, as the middleware strapi::body reads it: with koa-body. It is loaded when there is a body to read.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import cloneDeep from 'lodash/cloneDeep.js';
import defaultsDeep from 'lodash/fp/defaultsDeep.js';
import mime from 'mime-types';
import { errors } from '../errors.mjs';
import { stateOfFiles } from '../strapi/form.mjs';

/** Bodies of other methods are not read. */
const usual = ['POST', 'PUT', 'PATCH'];

/** Settings as koa-body takes them. */
function settingsOf(config) {
	const { strict, ...settings } = defaultsDeep({ multipart: true, patchKoa: true }, config);
	if (strict && settings.parsedMethods) throw new Error('Cannot use strict and parsedMethods options at the same time.');
	if (strict !== undefined) settings.parsedMethods = strict ? usual : [...usual, 'GET', 'HEAD', 'DELETE'];
	settings.parsedMethods = (settings.parsedMethods ?? usual).map(method => method.toUpperCase());
	return settings;
}

/** What was sent can't be read, and koa-body does not say that this is the client's mistake. */
const unreadable = error =>
	Object.assign(new errors.ApplicationError(`The body can't be read: ${error.message}`), { name: 'BadRequestError' });

const isMistake = ({ code, message }) => code?.startsWith?.('Z_') || /^MultipartParser|boundary|parser error|^maxField/.test(message ?? '');

const filesOf = ctx => [ctx.request.files?.files ?? []].flat();

function fillType(file) {
	if (!file.type) file.type = mime.lookup(file.name) || 'application/octet-stream';
}

const extensionOf = name => path.extname(name ?? '').replace(/(\.[a-z0-9]+).*/i, '$1');

class Body {
	constructor(settings) {
		this.settings = settings;
	}

	/** Into ctx.request.body and files. */
	async read(ctx) {
		const { formidable } = this.settings;
		const begun = [];
		const onFileBegin = (name, file) => {
			begun.push(file);
			// formidable ends the process where a file has no name.
			if (formidable?.keepExtensions) file.path += extensionOf(file.name);
			formidable?.onFileBegin?.(name, file);
		};
		const settings = { ...this.settings, formidable: { ...formidable, keepExtensions: false, onFileBegin } };
		if (this.isForm(ctx) && !formidable?.uploadDir) {
			ctx.request.formFolder = await mkdtemp(path.join(os.tmpdir(), 'lectern-form-'));
			settings.formidable.uploadDir = ctx.request.formFolder;
		}
		try {
			await require('koa-body')(settings)(ctx, async () => {});
		} catch (error) {
			throw !error.status && isMistake(error) ? unreadable(error) : error;
		}
		// Each is there when it is written; in a list they stand as they were sent.
		for (const files of Object.values(ctx.request.files ?? {})) {
			if (Array.isArray(files)) files.sort((one, other) => begun.indexOf(one) - begun.indexOf(other));
		}
		filesOf(ctx).forEach(fillType);
		if (!ctx.request.files) return;
		ctx.request.formSent = cloneDeep(ctx.request.body);
		ctx.request.filesSent = await stateOfFiles(ctx.request.files);
	}

	isForm(ctx) {
		return this.settings.multipart && Boolean(ctx.is('multipart'));
	}

	/** Whether there is something to read: of what is received in another way there are no bytes. */
	isRead(ctx) {
		return this.settings.parsedMethods.includes(ctx.method) && (ctx.req.bytes.length > 0 || !Number(ctx.get('Content-Length')));
	}

	leave(ctx) {
		if (this.settings.patchNode) ctx.req.body = {};
		if (this.settings.patchKoa) ctx.request.body = {};
	}

	async run(ctx, next) {
		try {
			if (this.isRead(ctx)) await this.read(ctx);
			else this.leave(ctx);
			await next();
		} catch (error) {
			if (!(error instanceof Error && error.message?.includes('maxFileSize exceeded'))) throw error;
			return ctx.payloadTooLarge('FileTooBig');
		} finally {
			if (ctx.request.formFolder) await rm(ctx.request.formFolder, { recursive: true, force: true });
		}
		if (filesOf(ctx).length) delete ctx.request.files;
		return undefined;
	}
}

/** As a middleware, with the configuration of strapi::body. `endpoint`: the path of GraphQL, which reads its body by itself. */
export function bodyReader(config = {}, endpoint = undefined) {
	const body = new Body(settingsOf(config));
	return (ctx, next) => (endpoint && ctx.url === endpoint ? next() : body.run(ctx, next));
}
