// strapi.eventHub: code hears of what lectern changes by itself, once and when it is on disk; what code emits reaches webhooks.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { makeForm } from './lib/forms.mjs';
import { until } from './lib/expect.mjs';
import { startServer } from './lib/server.mjs';
import { Receiver, allowPrivate, webhookRow } from './lib/webhooks.mjs';
import { databaseOf } from './lib/accounts.mjs';
import { sqlite } from './lib/schema.mjs';

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };

const index = `const fs = require('fs');
const note = (kind, value) => fs.appendFileSync('heard', JSON.stringify({ pid: process.pid, kind, ...value }) + '\\n');
const names = ['entry.create', 'entry.update', 'entry.delete', 'media.create', 'media.update', 'media.delete', 'lab.done'];
module.exports = {
	register({ strapi }) {
		for (const name of names) strapi.eventHub.on(name, info => note(name, { info }));
		strapi.eventHub.on('entry.create', async ({ uid, entry }) => {
			if (uid === 'api::made.up') return;
			const context = strapi.requestContext.get()?.request.url ?? null;
			const found = await strapi.entityService.findOne(uid, entry.id);
			note('found', { id: entry.id, found: Boolean(found), context });
			if (entry.name === 'fails') throw new Error('a listener that fails');
		});
		strapi.eventHub.once('entry.update', () => note('once', {}));
	},
	bootstrap({ strapi }) {
		const user = ({ action }) => {
			const ctx = strapi.requestContext.get();
			const { username } = ctx?.state.user ?? {};
			fs.appendFileSync('users', JSON.stringify({ action, url: ctx?.request.url, method: ctx?.method, username }) + '\\n');
		};
		strapi.db.lifecycles.subscribe({ models: ['plugin::users-permissions.user'], afterCreate: user, afterUpdate: user });
		strapi.eventHub.subscribe((name, info) => note('subscriber', { name, uid: info.uid }));
	},
};\n`;

const lab = `const uid = 'api::chain.chain';
const create = name => strapi.entityService.create(uid, { data: { name } });
module.exports = {
	async create() { return { id: (await create('by code')).id }; },
	async query() { return { id: (await strapi.db.query(uid).create({ data: { name: 'told to nobody' } })).id }; },
	async committed() { await strapi.db.transaction(async () => { await create('kept'); }); return {}; },
	async undone() {
		await strapi.db.transaction(async () => { await create('undone'); throw new Error('no'); }).catch(() => {});
		return {};
	},
	async emit() {
		await strapi.eventHub.emit('lab.done', { what: 1, nested: { '@': 'date' } });
		await strapi.eventHub.emit('entry.create', { model: 'made', uid: 'api::made.up', entry: { id: 0, name: 'up' } });
		await strapi.eventHub.emit('lab.unwanted', { what: 2 });
		return {};
	},
};\n`;
const names = ['create', 'query', 'committed', 'undone', 'emit'];
const routes = `module.exports = { routes: [${names
	.map(name => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false } },`)
	.join('\n')}] };\n`;
const lifecycles = `const seen = () => {
	const ctx = strapi.requestContext.get();
	return ctx && { url: ctx.request.url, method: ctx.method, agent: ctx.get('X-Agent'), user: ctx.state.user?.username ?? null,
		role: ctx.state.user?.role?.type ?? null, strategy: ctx.state.auth?.strategy.name ?? null, id: ctx.params.id ?? null,
		body: ctx.request.body?.data?.name ?? ctx.request.body?.query?.slice(0, 8) ?? null, query: ctx.query.locale ?? null };
};
const note = event => require('fs').appendFileSync('seen', JSON.stringify(seen()) + '\\n');
module.exports = { beforeCreate: note, afterUpdate: note, beforeDelete: note, };\n`;
const files = {
	'src/api/chain/content-types/chain/lifecycles.js': lifecycles,
	'src/index.js': index,
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': routes,
};

const read = file =>
	existsSync(file)
		? readFileSync(file, 'utf8')
				.trim()
				.split('\n')
				.filter(Boolean)
				.map(line => JSON.parse(line))
		: [];

/** What was noted in a file since the last look, once `enough` of it is there. */
function makeReader(file) {
	let taken = 0;
	return async enough => {
		await until(() => enough(read(file).slice(taken)), 'what code heard', 60_000);
		const found = read(file).slice(taken);
		taken += found.length;
		return found;
	};
}

describe('strapi.eventHub', () => {
	let server, folder, receiver, heard, seen;
	const ask = async (method, where, body, headers = token) => {
		const sent =
			body instanceof Buffer
				? { body, headers }
				: body && { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
		const response = await fetch(server.base + where, { method, headers, ...sent });
		const text = await response.text();
		assert.ok(response.status < 400, `${method} ${where}: ${response.status} ${text}`);
		return JSON.parse(text);
	};
	const kinds = found => found.map(({ kind }) => kind);
	const done =
		(...wanted) =>
		found =>
			wanted.every(kind => kinds(found).filter(one => one === kind).length >= wanted.filter(one => one === kind).length);

	before(async () => {
		receiver = await new Receiver().start();
		folder = makeCodeProject(files);
		heard = makeReader(path.join(folder, 'heard'));
		seen = makeReader(path.join(folder, 'seen'));
		server = await startServer({ folder, env: allowPrivate });
	});
	after(async () => {
		await server?.stop();
		await receiver?.stop();
	});

	it('code hears of what clients change, once, when it is on disk', async () => {
		const { data } = await ask('POST', '/api/chains', { data: { name: 'one' } });
		const made = await heard(done('entry.create', 'found', 'subscriber'));
		assert.deepEqual(kinds(made).sort(), ['entry.create', 'found', 'subscriber']);
		const { info } = made.find(({ kind }) => kind === 'entry.create');
		assert.deepEqual([info.model, info.uid, info.entry.id, info.entry.name], ['chain', 'api::chain.chain', data.id, 'one']);
		assert.deepEqual(made.find(({ kind }) => kind === 'found').found, true);
		assert.equal(made.find(({ kind }) => kind === 'found').context, '/api/chains');
		await ask('PUT', `/api/chains/${data.id}`, { data: { name: 'two' } });
		await ask('PUT', `/api/chains/${data.id}`, { data: { name: 'three' } });
		const changed = await heard(done('entry.update', 'entry.update', 'subscriber', 'subscriber'));
		assert.deepEqual(kinds(changed).sort(), ['entry.update', 'entry.update', 'once', 'subscriber', 'subscriber']);
		await ask('DELETE', `/api/chains/${data.id}`);
		const deleted = await heard(done('entry.delete', 'subscriber'));
		assert.equal(deleted.find(({ kind }) => kind === 'entry.delete').info.entry.name, 'three');
	});

	it('over GraphQL, and of files', async () => {
		const query = 'mutation { createChain(data: { name: "graph" }) { data { id } } }';
		await ask('POST', '/graphql', { query });
		const made = await heard(done('entry.create', 'found', 'subscriber'));
		assert.equal(made.find(({ kind }) => kind === 'entry.create').info.entry.name, 'graph');
		const form = makeForm([['files', 'text', 'tiny.txt', 'text/plain']], token);
		const [file] = await ask('POST', '/api/upload', form.body, form.headers);
		const uploaded = await heard(done('media.create', 'subscriber'));
		assert.equal(uploaded.find(({ kind }) => kind === 'media.create').info.media.id, file.id);
		await ask('DELETE', `/api/upload/files/${file.id}`);
		const gone = await heard(done('media.delete'));
		assert.equal(gone.find(({ kind }) => kind === 'media.delete').info.media.name, 'tiny.txt');
	});

	it('what code changes is told once; what is undone is not', async () => {
		await ask('GET', '/api/lab/create');
		await ask('GET', '/api/lab/query');
		await ask('GET', '/api/lab/undone');
		await ask('GET', '/api/lab/committed');
		const found = await heard(done('entry.create', 'entry.create', 'found', 'found', 'subscriber', 'subscriber'));
		const made = found.filter(({ kind }) => kind === 'entry.create');
		assert.deepEqual(
			made.map(({ info }) => info.entry.name),
			['by code', 'kept'],
		);
		assert.equal(found.find(({ kind }) => kind === 'found').context, '/api/lab/create');
	});

	it('a listener that fails changes nothing', async () => {
		await ask('POST', '/api/chains', { data: { name: 'fails' } });
		await ask('POST', '/api/chains', { data: { name: 'goes on' } });
		const found = await heard(done('entry.create', 'entry.create', 'found', 'found', 'subscriber'));
		assert.equal(found.filter(({ kind }) => kind === 'entry.create').length, 2);
		await until(() => /a listener to entry/.test(server.stderr), 'the log', 60_000);
		assert.match(server.stderr, /a listener to entry\.create failed: Error: a listener that fails/);
	});

	it('what code emits reaches the webhooks that name it, and what lectern changes reaches them once', async () => {
		sqlite(databaseOf(server), webhookRow({ id: 1, url: receiver.url, events: ['lab.done', 'entry.create'] }));
		let tries = 0;
		await until(
			async () => {
				await ask('POST', '/api/chains', { data: { name: `known ${tries++}` } });
				return receiver.calls.length;
			},
			'the webhook is known',
			60_000,
		);
		await ask('POST', '/api/chains', { data: { name: 'the last' } });
		await until(() => receiver.calls.some(({ body }) => body.entry?.name === 'the last'), 'the last', 60_000);
		await ask('GET', '/api/lab/emit');
		await until(() => receiver.calls.some(({ body }) => body.entry?.name === 'up'), 'what was emitted', 60_000);
		await until(() => receiver.calls.some(({ body }) => body.event === 'lab.done'), 'an event of its own', 60_000);
		const of = test => receiver.calls.filter(({ body }) => test(body)).map(({ body }) => body);
		assert.equal(of(body => body.entry?.name === 'the last').length, 1);
		const [{ createdAt, ...own }] = of(body => body.event === 'lab.done');
		assert.deepEqual(own, { event: 'lab.done', what: 1, nested: { '@': 'date' } });
		assert.ok(createdAt);
		const [{ model, uid }] = of(body => body.entry?.name === 'up');
		assert.deepEqual([model, uid], ['made', 'api::made.up']);
		assert.equal(of(body => body.event === 'lab.unwanted').length, 0);
	});

	it('hooks know the request of a client that lectern answers by itself', async () => {
		await seen(() => true);
		const role = (await ask('GET', '/api/users-permissions/roles')).roles.find(({ type }) => type === 'authenticated');
		const permissions = {
			'api::chain': { controllers: { chain: { create: { enabled: true }, update: { enabled: true } } } },
			'plugin::users-permissions': { controllers: { auth: { changePassword: { enabled: true } } } },
		};
		await ask('PUT', `/api/users-permissions/roles/${role.id}`, { ...role, permissions }).catch(() => {});
		const register = { username: 'hooked', email: 'hooked@example.com', password: 'Secret12' };
		const { jwt } = await ask('POST', '/api/auth/local/register', register, {});
		const user = { Authorization: `Bearer ${jwt}`, 'X-Agent': 'test' };
		const { data } = await ask('POST', '/api/chains', { data: { name: 'mine' } }, user);
		await ask('PUT', `/api/chains/${data.id}?locale=en`, { data: { name: 'changed' } }, user);
		await ask('DELETE', `/api/chains/${data.id}`);
		await ask('POST', '/graphql', { query: 'mutation { createChain(data: { name: "g" }) { data { id } } }' });
		const own = { agent: 'test', user: 'hooked', role: 'authenticated', strategy: 'users-permissions' };
		const others = { agent: '', user: null, role: null, strategy: 'api-token', query: null };
		const id = String(data.id);
		assert.deepEqual(await seen(found => found.length >= 4), [
			{ ...own, url: '/api/chains', method: 'POST', id: null, body: 'mine', query: null },
			{ ...own, url: `/api/chains/${id}?locale=en`, method: 'PUT', id, body: 'changed', query: 'en' },
			{ ...others, url: `/api/chains/${id}`, method: 'DELETE', id, body: null },
			{ ...others, url: '/graphql', method: 'POST', id: null, body: 'mutation' },
		]);
	});

	it('hooks of users know the request, too', async () => {
		const about = file => read(path.join(folder, file));
		const already = about('users').length;
		const register = { username: 'known', email: 'known@example.com', password: 'Secret12' };
		const { jwt, user } = await ask('POST', '/api/auth/local/register', register, {});
		const change = { currentPassword: 'Secret12', password: 'Secret13', passwordConfirmation: 'Secret13' };
		await ask('POST', '/api/auth/change-password', change, { Authorization: `Bearer ${jwt}` });
		await ask('PUT', `/api/users/${user.id}`, { username: 'renamed' });
		assert.deepEqual(about('users').slice(already), [
			{ action: 'afterCreate', url: '/api/auth/local/register', method: 'POST' },
			{ action: 'afterUpdate', url: '/api/auth/change-password', method: 'POST', username: 'known' },
			{ action: 'afterUpdate', url: `/api/users/${user.id}`, method: 'PUT' },
		]);
	});
});

describe('strapi.eventHub of two processes', () => {
	let server, folder;
	before(async () => {
		folder = makeCodeProject(files);
		server = await startServer({ folder, env: { LECTERN_CODE_PROCESSES: '2' } });
	});
	after(() => server?.stop());

	it('one of them hears of a change', async () => {
		const headers = { ...token, 'Content-Type': 'application/json' };
		const names = Array.from({ length: 20 }, (_, i) => `name ${i}`);
		const send = name => fetch(`${server.base}/api/chains`, { method: 'POST', headers, body: JSON.stringify({ data: { name } }) });
		for (const { status } of await Promise.all(names.map(send))) assert.equal(status, 200);
		const told = () =>
			read(path.join(folder, 'heard'))
				.filter(({ kind }) => kind === 'entry.create')
				.map(({ info }) => info.entry.name);
		await until(() => told().length >= names.length, 'all of them', 60_000);
		assert.deepEqual(told().sort(), names.sort());
	});
});
