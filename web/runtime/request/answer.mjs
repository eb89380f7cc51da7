// What a context becomes as an answer, as Koa ends a request.
import { STATUS_CODES } from 'node:http';
import { Stream, finished } from 'node:stream';
import statuses from 'statuses';
import { Answer } from '../link.mjs';

function add(piece, res) {
	try {
		if (!res.finished) res.write(piece);
	} catch {
		res.fail();
	}
}

/** A body that breaks off in the middle, or has pieces that are no bytes, is no answer: none of it is sent yet. */
function pipe(body, res) {
	finished(body, { writable: false }, error => (error ? res.fail() : res.end()));
	body.on('data', piece => add(piece, res));
}

/** The words of a status without a body. */
function endWithout(ctx) {
	if (ctx.response._explicitNullBody) {
		ctx.remove('Content-Type');
		ctx.remove('Transfer-Encoding');
		return ctx.res.end();
	}
	if (ctx.method === 'HEAD') return ctx.res.end();
	const text = ctx.message || String(ctx.status);
	if (!ctx.res.headersSent) ctx.type = 'text';
	return ctx.res.end(text);
}

/** Of HEAD the body counts, too: lectern sends its length alone. */
function end(ctx) {
	const { res } = ctx;
	if (statuses.empty[ctx.status]) {
		ctx.body = null;
		return res.end();
	}
	const { body } = ctx;
	if (body === null || body === undefined) return endWithout(ctx);
	if (Buffer.isBuffer(body) || typeof body === 'string') return res.end(body);
	if (body instanceof Stream) return pipe(body, res);
	const text = JSON.stringify(body);
	if (!res.headersSent) ctx.length = Buffer.byteLength(text);
	return res.end(text);
}

/** What was written to the answer, when it has ended. */
export async function respond(ctx) {
	const { res } = ctx;
	try {
		if (ctx.respond !== false && ctx.writable) end(ctx);
	} catch (error) {
		ctx.onerror(error);
	}
	await res.whole;
	const headers = Object.entries(res.ownHeaders())
		.filter(([name]) => name !== 'content-length')
		.flatMap(([name, value]) => (Array.isArray(value) ? value.map(one => [name, String(one)]) : [[name, String(value)]]));
	const { statusCode: status, statusMessage } = res;
	const reason = statusMessage ?? (STATUS_CODES[status] ? undefined : 'unknown');
	const about = { status, headers, removed: res.leftOut(), latin1: res.isLatin1, ...(reason !== STATUS_CODES[status] && { reason }) };
	return new Answer(about, Buffer.concat(res.pieces));
}
