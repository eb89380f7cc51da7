// A request as lectern may run it by itself: with what code has changed in it.
import isEqual from 'lodash/isEqual.js';
import qs from 'qs';
import { routedPath } from '../load/routes.mjs';
import { authorizationSoFar } from '../strapi/auth.mjs';
import { stateOfFiles, writeForm } from '../strapi/form.mjs';

/** Of a list that code has given members with names Strapi sees the items alone. */
const itemsOf = (name, value) => (Array.isArray(value) && Object.keys(value).length > value.length ? Array.from(value) : value);
export const queryText = query => qs.stringify(query, { strictNullHandling: true, filter: itemsOf });

/** The URL, with the parameters as code has left them, or as it reads them. */
function urlOf(ctx) {
	if (!ctx.request.parsedQueries && !ctx.app.readsQueries) return ctx.path === routedPath(ctx) ? ctx.url : routedPath(ctx) + ctx.search;
	const query = queryText(ctx.query);
	return query ? `${routedPath(ctx)}?${query}` : routedPath(ctx);
}

/** Whether there is a body: one that was sent, or one that code has set. */
const hasBody = (body, sent) => typeof body === 'object' && body !== null && (sent.length > 0 || Object.keys(body).length > 0);

/** Whether code has changed fields or files of a form; or has given files to a request that was none. */
async function isOtherForm({ request }, takesFiles) {
	if (request.formSent && !isEqual(request.formSent, request.body)) return true;
	if (!request.formSent && !takesFiles) return false;
	return !isEqual(request.filesSent ?? [], await stateOfFiles(request.files));
}

/** The request as lectern may run it: with what code has changed in it. */
export async function wholeOf(app, ctx, takesFiles = false) {
	const headers = { ...ctx.req.headers };
	const authorization = authorizationSoFar(app, ctx);
	if (authorization) headers.authorization = authorization;
	else delete headers.authorization;
	let body = ctx.req.bytes;
	if (await isOtherForm(ctx, takesFiles)) {
		const { body: fields, files } = ctx.request;
		const form = await writeForm(typeof fields === 'object' ? (fields ?? {}) : {}, files ?? {});
		headers['content-type'] = form.type;
		body = form.bytes;
	} else if (!ctx.request.formSent && hasBody(ctx.request.body, body)) {
		body = Buffer.from(JSON.stringify(ctx.request.body));
		headers['content-type'] = 'application/json';
	}
	if (body !== ctx.req.bytes) {
		delete headers['content-encoding'];
		delete headers['transfer-encoding'];
		headers['content-length'] = String(body.length);
	}
	return {
		method: ctx.method,
		url: urlOf(ctx),
		address: ctx.req.socket.remoteAddress,
		headers: Object.entries(headers),
		body: body.toString('base64url'),
	};
}
