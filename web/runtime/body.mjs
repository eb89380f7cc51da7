// The body of a request, as the middleware strapi::body reads it.
import cloneDeep from 'lodash/cloneDeep.js';
import qs from 'qs';
import { errors } from './errors.mjs';
import { readForm } from './strapi/form.mjs';

const isForm = ctx => (ctx.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');

/** As Koa's parser, which takes objects and lists alone. */
function parseJson(text) {
	try {
		if (!/^[\x20\x09\x0a\x0d]*[[{]/.test(text)) throw new SyntaxError('invalid JSON, only supports object and array');
		return JSON.parse(text);
	} catch (error) {
		throw Object.assign(error, { status: 400, body: text });
	}
}

export function parseBody(headers, body) {
	const type = (headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
	if (!body.length) return {};
	if (type === 'application/json' || type.endsWith('+json')) {
		return parseJson(body.toString('utf8'));
	}
	if (type === 'application/x-www-form-urlencoded') return qs.parse(body.toString('utf8'));
	if (type.startsWith('text/')) return body.toString('utf8');
	return {};
}

async function parseForm(ctx) {
	try {
		return await readForm(ctx.headers['content-type'], ctx.req.bytes);
	} catch (error) {
		throw Object.assign(new errors.ApplicationError(`The form can't be read: ${error.message}`), { name: 'BadRequestError' });
	}
}

/** Where code finds the text of a body, when the configuration wants it kept. */
const unparsed = Symbol.for('unparsedBody');

/** Bodies of other methods are not read, as in koa-body. */
const usual = ['POST', 'PUT', 'PATCH'];

/** As a middleware, with the configuration of strapi::body. */
export const bodyReader =
	({ includeUnparsed = false, strict = true, parsedMethods = strict ? usual : [...usual, 'GET', 'HEAD', 'DELETE'] } = {}) =>
	async (ctx, next) => {
		ctx.request.bodyRead = true;
		if (!parsedMethods.some(method => method.toUpperCase() === ctx.method)) {
			ctx.request.body = {};
			return next();
		}
		if (isForm(ctx) && ctx.req.bytes.length) return readWithFiles(ctx, next);
		ctx.request.body = parseBody(ctx.headers, ctx.req.bytes);
		const { body } = ctx.request;
		if (includeUnparsed && typeof body === 'object' && body !== null) body[unparsed] = ctx.req.bytes.toString('utf8');
		return next();
	};

async function readWithFiles(ctx, next) {
	const form = await parseForm(ctx);
	ctx.request.body = form.fields;
	ctx.request.files = form.files;
	ctx.request.formSent = cloneDeep(form.fields);
	try {
		await next();
	} finally {
		await form.remove();
	}
}
