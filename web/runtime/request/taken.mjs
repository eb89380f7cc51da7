// What lectern has answered to a request, as the answer of its context.
import { Readable } from 'node:stream';
import statuses from 'statuses';
import { errors, ownError } from '../errors.mjs';

function thrown(status, name, message, details) {
	// Errors of Strapi's own classes have details, those of HTTP may have none.
	if (details === undefined) return Object.assign(new Error(message), { name, status, expose: status < 500 });
	const error = ownError(Object.assign(new Error(message), { name, details }));
	return error instanceof errors.ApplicationError ? error : Object.assign(error, { status, expose: status < 500 });
}

/** What lectern has answered becomes the answer of the context; what Strapi would throw is thrown. */
export function take(ctx, { status, type, headers, file }, bytes, isGraphQL = false) {
	const text = bytes.toString('utf8');
	const isJson = !file && /^application\/json/.test(type ?? '');
	const value = isJson && text ? JSON.parse(text) : text;
	if (status >= 400 && typeof value?.error === 'object' && value.error) {
		const { name, message, details } = value.error;
		if (status === 404 && message === 'Not Found') return;
		// What Strapi throws comes out at the middlewares around it; what its code answers by itself does not.
		const isOfRouter = status === 501 && headers?.some(([key]) => key.toLowerCase() === 'allow');
		const isAnswered = status === 404 ? message === 'file.notFound' : isOfRouter || [401, 403, 405].includes(status);
		if (!isAnswered) throw thrown(status, name, message, details);
	}
	ctx.status = status;
	const set = new Map();
	for (const [key, one] of headers ?? []) {
		if (key.toLowerCase() === 'vary') ctx.vary(one);
		else set.set(key, set.has(key) ? [].concat(set.get(key), one) : one);
	}
	for (const [key, given] of set) ctx.set(key, given);
	if (statuses.empty[status]) return;
	// GraphQL's answer is text to the middlewares, as Apollo Server writes it.
	if (isGraphQL && isJson) ctx.body = `${text}\n`;
	else if (file) Object.assign(ctx, { body: Readable.from([bytes]), length: bytes.length });
	else ctx.body = isJson ? value : bytes;
	if (type) ctx.set('Content-Type', type);
}
