// What webhooks are told: each change that was recorded with Strapi 4.26.2, the calls that arrive, and that none arrives
// after what changes nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { databaseOf } from './lib/accounts.mjs';
import { readCases } from './lib/data.mjs';
import { makeForm, media } from './lib/forms.mjs';
import { until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { startServer } from './lib/server.mjs';
import { allowPrivate, Receiver, webhookRow } from './lib/webhooks.mjs';

const recorded = readCases('webhooks');
const isUpload = ({ cause }) => cause.parts !== undefined || /upload|a file/.test(`${cause.path} ${cause.name}`);
const select = (setup, by, uploads) =>
	recorded.filter(line => line.setup === setup && line.cause.by === by && (uploads === undefined || isUpload(line) === uploads));

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
// What depends on the picture that was sent, and names that the server makes up.
const ofPictures = new Set(['width', 'height', 'formats', 'size', 'mime', 'ext', 'hash', 'url']);

/** A body with moments in place of their times, without ids of files and folders that were made, and with its members in
 * order. Strapi shows private fields behind polymorphic relations; that is not wanted. */
function normal(value, key = '') {
	if (Array.isArray(value)) return value.map(item => normal(item));
	if (value && typeof value === 'object') {
		const made = ('provider' in value && !/^pic\d/.test(value.hash)) || 'pathId' in value;
		const hidden = name => (key === 'target' && name === 'code') || (made && name === 'id');
		return Object.fromEntries(
			Object.entries(value)
				.filter(([name]) => !hidden(name))
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([name, member]) => [name, made && ofPictures.has(name) ? 'of the picture' : normal(member, name)]),
		);
	}
	return typeof value === 'string' && /At$/.test(key) && iso.test(value) ? 'a moment' : value;
}

const sent = { 'medium.png': '501x300.jpg', 'tiny.webp': '501x300.jpg' };

function formOf(parts) {
	return makeForm(
		parts.map(part => {
			if (!part.file) return [part.name, typeof part.value === 'object' ? JSON.stringify(part.value) : part.value];
			const bytes = sent[part.file] ? media(sent[part.file]) : 'a note, some bytes';
			const name = sent[part.file] ? part.file.replace(/\.\w+$/, '.jpg') : part.file;
			return [part.name, bytes, name, sent[part.file] ? 'image/jpeg' : part.type];
		}),
	);
}

const rename = text => text.replaceAll(/medium\.png|tiny\.webp/g, name => name.replace(/\.\w+$/, '.jpg'));

/** Sends a request as it was recorded. `shift`: how many files more had been uploaded there. */
async function send(client, { cause }, shift, visitor) {
	const headers = {};
	if (cause.as === 'full-access token') headers.Authorization = `Bearer ${'f'.repeat(64)}`;
	if (cause.name === 'a user changes the password') headers.Authorization = `Bearer ${visitor.jwt}`;
	const path = cause.path.replace(/(?<=upload\?id=|upload\/files\/)\d+/, id => id - shift);
	const request = cause.parts ? formOf(cause.parts) : { body: cause.body ?? null, headers: {} };
	Object.assign(request.headers, headers);
	const answer = await client.request(cause.method, encodeURI(path), request);
	if (cause.name === 'a user logs in') visitor.jwt = answer.json.jwt;
	return answer;
}

const headersWanted = {
	Authorization: 'Bearer hook-secret',
	'X-Default': 'from config',
	'User-Agent': 'mine/1',
	'X-Own': 'yes',
	'Content-Type': 'application/json',
	Accept: '*/*',
	'Accept-Encoding': 'gzip,deflate',
};

function compare(calls, { cause, deliveries }) {
	const texts = list => list.map(call => JSON.stringify(normal(call.body))).sort();
	const wanted = deliveries.map(call => ({ body: JSON.parse(rename(JSON.stringify(call.body))) }));
	assert.deepEqual(texts(calls), texts(wanted), cause.name);
	for (const call of calls) {
		assert.equal(call.method, 'POST');
		assert.equal(call.headers['X-Strapi-Event'], call.body.event);
		assert.match(call.body.createdAt, iso);
		for (const [name, value] of Object.entries(headersWanted)) assert.equal(call.headers[name], value, `${cause.name}: ${name}`);
		assert.equal(call.headers['Content-Length'], String(Buffer.byteLength(call.text)));
	}
}

/** Replays these on a fresh server. */
function replay(lines, { shift = 0, webhooks = {}, postgres = false } = {}) {
	const receiver = new Receiver();
	const visitor = {};
	let server, client, cluster;
	before(async () => {
		await receiver.start();
		cluster = postgres ? await Cluster.create() : null;
		const config = {
			server: { webhooks: { defaultHeaders: { Authorization: 'Bearer default', 'X-Default': 'from config' }, ...webhooks } },
		};
		server = await startServer({ config, env: allowPrivate, args: cluster ? ['--database', cluster.url()] : [] });
		client = new Client(server.base);
		const headers = { 'X-Own': 'yes', 'X-Strapi-Event': 'mine', Authorization: 'Bearer hook-secret', 'User-Agent': 'mine/1' };
		const row = webhookRow({ id: 9, url: receiver.url, headers });
		if (cluster) cluster.sql(row);
		else sqlite(databaseOf(server), row);
		// Once the server knows of it, a change is told; what is told before the first case is thrown away.
		const office = { headers: { Authorization: `Bearer ${'f'.repeat(64)}` }, body: { data: {} } };
		await until(async () => receiver.calls.length || !(await client.request('PUT', '/api/offices/10', office)), 'the first call', 60_000);
		await settle();
		receiver.calls = [];
	});
	// A change behind what is looked at: when it is told, so is all before it, and nothing is under way.
	async function settle() {
		const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
		await client.request('PUT', '/api/chains/3?fields[0]=id', { headers, body: { data: {} } });
		const marker = call => call.body.uid === 'api::chain.chain' && call.body.entry.id === 3;
		for (;;) {
			const at = receiver.calls.findIndex(marker);
			if (at >= 0) return receiver.calls.splice(at, 1);
			await receiver.wait(receiver.calls.length + 1);
		}
	}
	for (const line of lines)
		it(`${line.cause.name}: ${line.deliveries.map(call => call.body.event).join(', ') || 'none'}`, async () => {
			const answer = await send(client, line, shift, visitor);
			if (!/mail cannot be sent/.test(line.cause.name)) assert.equal(answer.status, line.cause.status, answer.text);
			await receiver.wait(line.deliveries.length);
			await settle();
			compare(receiver.calls.splice(0), line);
		});
	after(async () => {
		client?.close();
		await server?.stop();
		await receiver.stop();
		cluster?.destroy();
	});
}

describe('webhooks: REST on SQLite', () => replay(select('production', 'rest', false)));
describe('webhooks: REST on PostgreSQL', () => replay(select('production', 'rest', false), { postgres: true }));
describe('webhooks: REST, populateRelations false', () =>
	replay(select('populateRelations: false', 'rest'), { webhooks: { populateRelations: false } }));
describe('webhooks: uploads by REST', () => replay(select('production', 'rest', true), { shift: 4 }));
describe('webhooks: GraphQL', () =>
	replay(select('production', 'graphql').filter(({ cause }) => !cause.parts && !/createUpload|\b13\b/.test(cause.body.query))));
