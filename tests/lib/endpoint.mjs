// What the tests of the GraphQL endpoint share.
import { startServer } from './server.mjs';

export const fullToken = 'f'.repeat(64);
export const full = { Authorization: `Bearer ${fullToken}` };

/** A server for the tests of clients. GRAPHQL_SERVER names one that runs already, on fresh data: what the tests expect of
 * lectern, Strapi must do as well. */
export async function startEndpoint(options) {
	if (process.env.GRAPHQL_SERVER) return { base: process.env.GRAPHQL_SERVER, isReference: true, stop: async () => {} };
	return startServer(options);
}

/** A fetch that notes what goes over the wire: `calls` has {method, url, headers, body, status, type} of each request. */
export function recordingFetch() {
	const calls = [];
	const record = async (resource, options = {}) => {
		const call = { method: options.method ?? 'GET', url: String(resource), headers: new Headers(options.headers), body: null };
		if (typeof options.body === 'string') call.body = JSON.parse(options.body);
		calls.push(call);
		const answer = await fetch(resource, options);
		call.status = answer.status;
		call.type = answer.headers.get('content-type');
		return answer;
	};
	return { fetch: record, calls };
}

/** Posts one operation, as a client without a library does. */
export async function ask(base, body, headers = {}) {
	const answer = await fetch(`${base}/graphql`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await answer.text();
	let json;
	try {
		json = JSON.parse(text);
	} catch {
		json = undefined;
	}
	return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, text, json };
}
