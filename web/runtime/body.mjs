// The body of a request, as the middleware strapi::body reads it.
import qs from 'qs';
import { Missing, errors } from './errors.mjs';

export function parseBody(headers, body) {
	const type = (headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
	if (!body.length) return {};
	if (type === 'application/json' || type.endsWith('+json')) {
		try {
			return JSON.parse(body.toString('utf8'));
		} catch (error) {
			throw Object.assign(new errors.ApplicationError(error.message), { name: 'BadRequestError' });
		}
	}
	if (type === 'application/x-www-form-urlencoded') return qs.parse(body.toString('utf8'));
	if (type.startsWith('text/')) return body.toString('utf8');
	if (type.startsWith('multipart/')) throw new Missing('ctx.request.files');
	return {};
}

/** As a middleware. The bytes are kept for who wants them as they came. */
export async function readBody(ctx, next) {
	ctx.request.body = parseBody(ctx.headers, ctx.req.bytes);
	ctx.request.bodyRead = true;
	await next();
}
