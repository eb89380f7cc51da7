// The command line: options, the environment, and what it says of mistakes.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readDatabase } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { makeProject, runCommand, sparePort, startServer } from './lib/server.mjs';

describe('the command', () => {
	it('tells its version', async () => {
		const { code, stdout } = await runCommand(['--version']);
		assert.equal(code, 0);
		assert.match(stdout, /^lectern \d+\.\d+\.\d+$/m);
	});

	it('tells what it can do', async () => {
		const { code, stdout } = await runCommand(['--help']);
		assert.equal(code, 0);
		for (const word of ['serve', 'check', '--port', '--host', '--database']) assert.ok(stdout.includes(word), word);
	});

	it('tells it behind a command, too', async () => {
		for (const name of ['serve', 'role']) {
			const { code, stdout } = await runCommand([name, '--help']);
			assert.equal(code, 0);
			assert.match(stdout, /^lectern serve /m);
		}
	});

	it('makes no database where there is nothing to export', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
		mkdirSync(path.join(folder, '.tmp'));
		mkdirSync(path.join(folder, 'src/api'), { recursive: true });
		const { code, stdout, stderr } = await runCommand(['export', folder]);
		assert.equal(code, 1);
		assert.equal(stdout, '');
		assert.match(stderr, /There is no database .*data\.db; lectern migrate makes it/);
		assert.ok(!existsSync(path.join(folder, '.tmp/data.db')));
		rmSync(folder, { recursive: true });
	});

	for (const args of [
		['nope'],
		['--nope'],
		['serve', '--nope'],
		['serve', '.', '--port'],
		['serve', '.', '--port', 'x'],
		['serve', '.', '--port', '70000'],
		['serve', '.', '--database', 'mysql://x'],
		['check', 'a', 'b'],
	]) {
		it(`refuses ${args.join(' ')}`, async () => {
			const { code, stderr } = await runCommand(args);
			assert.ok(code > 0, `exit code ${code}`);
			assert.ok(stderr.length > 0);
			assert.match(stderr, new RegExp(args.at(-1).replace(/[^\w-]/g, '.')));
		});
	}

	it('says so when a folder is not there', async () => {
		for (const name of ['serve', 'check']) {
			const { code, stderr, stdout } = await runCommand([name, '/nowhere/at/all']);
			assert.ok(code > 0);
			assert.match(stderr + stdout, /\/nowhere\/at\/all/);
		}
	});

	it('says so when the port is taken', async () => {
		const server = await startServer();
		try {
			const { code, stderr } = await runCommand(['serve', server.folder, '--host', '127.0.0.1', '--port', String(server.port)]);
			assert.ok(code > 0);
			assert.match(stderr, new RegExp(String(server.port)));
		} finally {
			await server.stop();
		}
	});
});

describe('check', () => {
	let folder;
	before(() => (folder = makeProject()));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('finds nothing wrong with a right project', async () => {
		const { code, stderr, stdout } = await runCommand(['check', folder]);
		assert.equal(code, 0, stderr + stdout);
	});

	it('names the file and the place of every mistake', async () => {
		const model = (name, text) => {
			const at = path.join(folder, `src/api/${name}/content-types/${name}`);
			mkdirSync(at, { recursive: true });
			writeFileSync(path.join(at, 'schema.json'), typeof text === 'string' ? text : JSON.stringify(text));
		};
		const type = (name, attributes) =>
			model(name, {
				kind: 'collectionType',
				collectionName: `${name}s`,
				info: { singularName: name, pluralName: `${name}s`, displayName: name },
				attributes,
			});
		model('broken', '{"kind": "collectionType",');
		type('unknown', { title: { type: 'colour' } });
		type('lost', { other: { type: 'relation', relation: 'oneToOne', target: 'api::nowhere.nowhere' } });
		type('absent', { part: { type: 'component', component: 'no.such' } });
		const { code, stdout, stderr } = await runCommand(['check', folder]);
		const said = stdout + stderr;
		assert.equal(code, 1);
		for (const [name, place] of [
			['broken', ''],
			['unknown', 'attributes.title'],
			['lost', 'attributes.other'],
			['absent', 'attributes.part'],
		]) {
			const line = said.split('\n').find(text => text.includes(`src/api/${name}/content-types/${name}/schema.json`));
			assert.ok(line, `nothing about ${name} in:\n${said}`);
			assert.ok(line.includes(place), line);
		}
		const served = await runCommand(['serve', folder, '--port', String(await sparePort())]);
		assert.ok(served.code > 0, 'served all the same');
		for (const name of ['broken', 'unknown', 'lost', 'absent']) rmSync(path.join(folder, `src/api/${name}`), { recursive: true });
	});

	it('names the file and the place of mistakes in the configuration', async () => {
		const other = makeProject({ server: { port: 'http' } });
		const { code, stdout, stderr } = await runCommand(['check', other]);
		rmSync(other, { recursive: true });
		assert.equal(code, 1);
		assert.match(stdout + stderr, /config\/server\.json.*port/);
	});
});

describe('where it listens and what it reads', () => {
	const health = async base => {
		const client = new Client(base);
		const { status } = await client.get('/_health');
		client.close();
		return status;
	};

	it('comes from HOST and PORT', async () => {
		const port = await sparePort();
		const server = await startServer({ port: null, env: { HOST: '127.0.0.1', PORT: String(port) } });
		assert.equal(server.port, port);
		assert.equal(await health(server.base), 204);
		await server.stop();
	});

	it('comes from .env, and the environment goes before it', async () => {
		const [first, second] = [await sparePort(), await sparePort()];
		const folder = makeProject();
		writeFileSync(path.join(folder, '.env'), `# where\nHOST=127.0.0.1\nPORT="${first}"\n`);
		const server = await startServer({ folder, port: null });
		assert.equal(server.port, first);
		await server.stop();
		const other = await startServer({ folder, port: null, env: { PORT: String(second) } });
		assert.equal(other.port, second);
		await other.stop();
		rmSync(folder, { recursive: true });
	});

	it('comes from config/server.json', async () => {
		const port = await sparePort();
		const server = await startServer({ port: null, config: { server: { port } } });
		assert.equal(server.port, port);
		await server.stop();
	});

	it('can be a database of another name', async () => {
		const folder = makeProject();
		const elsewhere = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
		writeFileSync(path.join(elsewhere, 'other.db'), readDatabase());
		rmSync(path.join(folder, '.tmp'), { recursive: true });
		const database = `sqlite:${path.join(elsewhere, 'other.db')}`;
		for (const options of [{ args: ['--database', database] }, { env: { DATABASE_URL: database } }]) {
			const server = await startServer({ folder, ...options });
			const client = new Client(server.base);
			assert.equal((await client.get('/api/categories')).json.meta.pagination.total, 24);
			client.close();
			await server.stop();
		}
		rmSync(folder, { recursive: true });
		rmSync(elsewhere, { recursive: true });
	});

	it('is the working folder when none is named', async () => {
		const folder = makeProject();
		const port = await sparePort();
		const server = await startServer({ folder: '.', cwd: folder, port });
		assert.equal(await health(server.base), 204);
		await server.stop();
		rmSync(folder, { recursive: true });
	});

	it('is logged, a line a request, only when asked', async () => {
		for (const asked of [true, false]) {
			const server = await startServer({ args: asked ? ['--log-requests'] : [] });
			const client = new Client(server.base);
			await client.get('/api/categories?filters[name]=private');
			client.close();
			await server.stop();
			const lines = server.stderr.split('\n').filter(line => line.includes('/api/categories'));
			assert.equal(lines.length, asked ? 1 : 0, server.stderr);
			assert.equal(server.stderr.includes('private'), false);
		}
	});
});
