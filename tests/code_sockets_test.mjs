// Sockets of a project's own code, as socket.io and ws attach them to strapi.server.httpServer, with their own clients.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { io } from 'socket.io-client';
import WebSocket from 'ws';
import { full } from './lib/accounts.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { Client, patiently } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const require = createRequire(import.meta.url);
const index = `const { Server } = require(${JSON.stringify(require.resolve('socket.io'))});
const { WebSocketServer } = require(${JSON.stringify(require.resolve('ws'))});
const closes = [];
module.exports = {
	register({ strapi }) {
		strapi.server.routes([{ method: 'GET', path: '/closes', handler: ctx => { ctx.body = closes; }, config: { auth: false } }]);
	},
	bootstrap({ strapi }) {
		const io = new Server(strapi.server.httpServer, { cors: { origin: 'http://localhost:3000', credentials: true } });
		io.on('connection', socket => {
			const { address, headers } = socket.handshake;
			socket.emit('hello', { address, header: headers['x-test'] ?? null, transport: socket.conn.transport.name });
			socket.on('echo', (value, done) => done(value));
			socket.on('count', async done => done(await strapi.db.query('api::category.category').count()));
			socket.on('bye', () => socket.disconnect(true));
			socket.on('disconnect', reason => closes.push(reason));
		});
		strapi.db.lifecycles.subscribe({ models: ['api::category.category'], afterCreate: ({ result }) => io.emit('made', result.name) });
		const wss = new WebSocketServer({ noServer: true });
		strapi.server.httpServer.on('upgrade', (request, socket, head) => {
			if (request.url.startsWith('/ws')) wss.handleUpgrade(request, socket, head, ws => wss.emit('connection', ws, request));
		});
		wss.on('connection', (ws, { url }) => {
			ws.on('error', () => {});
			ws.on('message', (data, binary) => ws.send(data, { binary }));
			ws.on('close', code => closes.push(code));
			if (url === '/ws/close') ws.close(4001, 'no');
			if (url === '/ws/flood') for (let i = 0; i < 200; i++) ws.send(Buffer.alloc(100_000, i % 251));
			if (url === '/ws/end') setTimeout(() => process.exit(1), 100);
		});
	},
};\n`;

/** What it is closed with, also where it never opened. */
const closed = socket =>
	new Promise(resolve => {
		socket.on('error', () => {});
		socket.on('close', (code, reason) => resolve([code, String(reason)]));
	});

describe("sockets of a project's own", () => {
	let server, client;
	const ws = path => new WebSocket(server.base.toString().replace(/^http/, 'ws').replace(/\/$/, '') + path);
	before(async () => {
		server = await startServer({ folder: makeCodeProject({ 'src/index.js': index }) });
		client = new Client(server.base);
	});
	after(() => server?.stop());

	for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
		it(`socket.io over ${transports.join(', then ')}`, async () => {
			const socket = io(server.base.toString(), { transports, reconnection: false, extraHeaders: { 'x-test': 'yes' } });
			try {
				const [hello] = await once(socket, 'hello');
				assert.deepEqual(hello, { address: '127.0.0.1', header: 'yes', transport: transports[0] });
				const ask = (...args) => socket.timeout(30_000).emitWithAck(...args);
				assert.deepEqual(await ask('echo', { a: 1, text: 'üß' }), { a: 1, text: 'üß' });
				assert.equal((await ask('echo', 'x'.repeat(700_000))).length, 700_000);
				assert.ok((await ask('count')) >= 24);
				const made = once(socket, 'made');
				const body = { data: { name: `over ${transports}` } };
				assert.equal((await client.request('POST', '/api/categories', { headers: full, body })).status, 200);
				assert.deepEqual(await made, [`over ${transports}`]);
				const gone = once(socket, 'disconnect');
				socket.emit('bye');
				assert.equal((await gone)[0], 'io server disconnect');
			} finally {
				socket.close();
			}
		});
	}

	it('ws: messages of both sides, and who closes', async () => {
		const socket = ws('/ws');
		await once(socket, 'open');
		socket.send('hi');
		assert.equal(String((await once(socket, 'message'))[0]), 'hi');
		const large = Buffer.alloc(5_000_000, 'large');
		socket.send(large);
		assert.equal(Buffer.compare((await once(socket, 'message'))[0], large), 0);
		socket.close(4002);
		assert.equal((await closed(socket))[0], 4002);
		assert.deepEqual(await closed(ws('/ws/close')), [4001, 'no']);
	});

	it('a client that reads slowly gets all, in its order', async () => {
		const socket = ws('/ws/flood');
		await once(socket, 'open');
		socket.pause();
		await client.get('/closes');
		let count = 0;
		const all = new Promise(resolve =>
			socket.on('message', data => {
				assert.deepEqual([data.length, data[0], data[99_999]], [100_000, count % 251, count % 251]);
				if (++count === 200) resolve();
			}),
		);
		socket.resume();
		await all;
		socket.terminate();
	});

	it('code hears of clients that go', async () => {
		const socket = ws('/ws');
		await once(socket, 'open');
		const before_ = (await client.get('/closes')).json.length;
		socket.terminate();
		const seen = await patiently(async () => {
			const { json } = await client.get('/closes');
			return { status: json.length > before_ ? 200 : 503, json };
		});
		assert.equal(seen.json.at(-1), 1006);
	});

	it('what is for no socket is answered as before', async () => {
		const none = await client.get('/nowhere');
		assert.deepEqual([none.status, none.json.error.name], [404, 'NotFoundError']);
		assert.equal((await client.request('POST', '/nowhere')).status, 405);
		assert.equal((await client.get('/api/nowhere')).status, 404);
		assert.equal((await client.get('/api/categories/1', full)).json.data.id, 1);
		const unknown = await client.get('/socket.io/?EIO=4&transport=polling&sid=nothere');
		assert.deepEqual([unknown.status, unknown.json], [400, { code: 1, message: 'Session ID unknown' }]);
		assert.equal((await client.get('/socket.io/socket.io.js')).status, 200);
		assert.equal((await closed(ws('/elsewhere')))[0], 1006);
	});

	it('end with the process, and are there again in the next', async () => {
		const bystander = ws('/ws');
		await once(bystander, 'open');
		const [left, other] = await Promise.all([bystander, ws('/ws/end')].map(closed));
		assert.deepEqual([left[0], other[0]], [1006, 1006]);
		assert.equal((await client.get('/api/categories/1', full)).status, 200);
		const again = await patiently(async () => {
			const socket = ws('/ws');
			const opened = await Promise.race([new Promise(resolve => socket.on('open', () => resolve(true))), closed(socket).then(() => false)]);
			return { status: opened ? 200 : 503, socket };
		});
		again.socket.send('again');
		assert.equal(String((await once(again.socket, 'message'))[0]), 'again');
		again.socket.close();
	});
});

describe('a project without sockets', () => {
	it('answers who asks for them as any other', async () => {
		const server = await startServer({ folder: makeCodeProject() });
		const { status } = await new Client(server.base).get('/socket.io/?EIO=4&transport=polling');
		assert.equal(status, 404);
		await server.stop();
	});
});
