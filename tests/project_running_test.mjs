// What an operator sees of a server that runs: signals, the log, refusals that are explained, limits that hold, a database
// file that goes away; and what check and the list of processes do not tell or do.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { buildExtension } from './lib/extensions.mjs';
import { sleep } from './lib/expect.mjs';
import { Cluster } from './lib/postgres.mjs';
import { check, inProject, migrate, modelFile, putFiles, runCommand, served, type } from './lib/projects.mjs';
import { binary, makeProject, startServer } from './lib/server.mjs';

const ask = async (server, where, { body, ...options } = {}) => {
	if (body)
		Object.assign(options, {
			method: options.method ?? 'POST',
			body: JSON.stringify(body),
			headers: { 'Content-Type': 'application/json', ...options.headers },
		});
	const response = await fetch(server.base + where, options);
	const text = await response.text();
	return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : null };
};
const grant = (folder, ...words) => runCommand(['role', 'grant', ...words, '--project', folder]);
const until = async (what, seconds = 10) => {
	for (let i = 0; i < seconds * 20; i++) {
		if (await what()) return;
		await sleep(50);
	}
	throw new Error(`it did not come: ${what}`);
};

describe('signals', () => {
	it('SIGHUP never ends the server', () =>
		inProject({}, async folder => {
			const server = await startServer({ folder });
			for (let i = 0; i < 3; i++) {
				server.child.kill('SIGHUP');
				await sleep(50);
			}
			assert.equal((await ask(server, '/_health')).status, 204);
			await server.stop();
		}));

	it('SIGHUP reads again whether requests are logged', () =>
		inProject({ 'config/server.json': {} }, async folder => {
			const server = await startServer({ folder });
			const lines = () => server.stderr.split('\n').filter(line => line.includes('GET /api/events ')).length;
			const hup = async (content, expected) => {
				const before_ = server.stderr.length;
				putFiles(folder, { 'config/server.json': content });
				server.child.kill('SIGHUP');
				await until(() => expected.test(server.stderr.slice(before_)));
			};
			await hup({ logRequests: true }, /SIGHUP: the configuration was read again: requests are logged/);
			await ask(server, '/api/events');
			await until(() => lines() === 1);
			await hup({ logRequests: 'perhaps' }, /error config\/server\.json: \$\.logRequests: .*[^]*SIGHUP: the configuration has mistakes/);
			await ask(server, '/api/events');
			await until(() => lines() === 2);
			await hup({ logRequests: false }, /requests are not logged/);
			await ask(server, '/api/events');
			await server.stop();
			assert.equal(lines(), 2);
		}));

	for (const signal of ['SIGTERM', 'SIGINT'])
		it(`${signal} is logged, and the end`, () =>
			inProject({}, async folder => {
				const server = await startServer({ folder });
				server.child.kill(signal);
				const { code } = await server.exited;
				assert.equal(code, 0);
				assert.match(server.stderr, new RegExp(`info ${signal}: stopping[^\\n]*\\n[^\\n]*info stopped\\n$`));
			}));
});

describe('a request that is refused', () => {
	it('is explained in the log in development, with the command that helps', () =>
		inProject({}, async folder => {
			const refused = await served(folder, server => ask(server, '/api/events?filters[name]=secret'));
			assert.equal(refused.result.status, 403);
			const command = /info 403 for GET \/api\/events: the role public, .* permission api::event\.event\.find\. .*: (lectern .*)$/m.exec(
				refused.log,
			)?.[1];
			assert.equal(command, 'lectern role grant public api::event.event find');
			assert.doesNotMatch(refused.log, /secret/);
			const { code, stderr } = await runCommand([...command.split(' ').slice(1), '--project', folder]);
			assert.equal(code, 0, stderr);
			const { result, log } = await served(folder, server => ask(server, '/api/events'));
			assert.equal(result.status, 200);
			assert.doesNotMatch(log, /403/);
		}));

	it('is explained to users by their role, in GraphQL too', () =>
		inProject({ 'config/plugins.json': { graphql: { enabled: true } } }, async folder => {
			await migrate(folder);
			const made = await runCommand(['user', 'create', 'ada', 'ada@example.org', '--generate-password', '--project', folder]);
			const password = /(\S+)\s*$/.exec(made.stdout)[1];
			const { log } = await served(folder, async server => {
				const { json } = await ask(server, '/api/auth/local', { body: { identifier: 'ada', password } });
				assert.ok(json.jwt, JSON.stringify(json));
				const headers = { Authorization: `Bearer ${json.jwt}` };
				assert.equal((await ask(server, '/api/events', { headers })).status, 403);
				await ask(server, '/graphql', { headers, body: { query: '{ events { data { id } } }' } });
			});
			const commands = [...log.matchAll(/info 403 for ([^:]+): .*(lectern role grant .*)$/gm)].map(match => match.slice(1));
			assert.equal(commands.length, 2, log);
			assert.deepEqual(
				commands.map(([what]) => what),
				['GET /api/events', 'GraphQL'],
			);
			assert.equal(commands[0][1], commands[1][1]);
			assert.equal((await runCommand([...commands[0][1].split(' ').slice(1), '--project', folder])).code, 0);
		}));

	it('is explained to nobody in production', () =>
		inProject({}, async folder => {
			const { result, log } = await served(folder, server => ask(server, '/api/events'), { args: ['--env', 'production'] });
			assert.equal(result.status, 403);
			assert.doesNotMatch(log, /403|grant/);
		}));

	it('is explained by what lectern new says', async () => {
		await inProject({}, async folder => {
			const made = path.join(folder, 'blog');
			const { code, stdout } = await runCommand(['new', made]);
			assert.equal(code, 0);
			assert.match(stdout, /private until a role may use it:\n {2}lectern role grant public api::event\.event find findOne --project /);
			assert.match(
				readFileSync(path.join(made, 'README.md'), 'utf8'),
				/A new type is private[^]*lectern role grant public api::event\.event find findOne/,
			);
			putFiles(made, { [modelFile('event')]: type('event') });
			await served(made, async server => assert.equal((await ask(server, '/api/events')).status, 403));
			assert.equal((await grant(made, 'public', 'api::event.event', 'find', 'findOne')).code, 0);
			await served(made, async server => assert.equal((await ask(server, '/api/events')).status, 200));
		});
	});
});

describe('role grant', () => {
	it("proposes the project's own types", () =>
		inProject(
			{ [modelFile('person')]: type('person', {}, { info: { singularName: 'person', pluralName: 'people', displayName: 'p' } }) },
			async folder => {
				await migrate(folder);
				const cases = [
					[['event', 'find'], 'api::event.event'],
					[['events', 'find'], 'api::event.event'],
					[['people', 'find'], 'api::person.person'],
					[['Event', 'find'], 'api::event.event'],
					[['api::evnt.event', 'find'], 'api::event.event'],
					[['api::event.events', 'find'], 'api::event.event'],
					[['user', 'find'], 'plugin::users-permissions.user'],
				];
				for (const [words, expected] of cases) {
					const { code, stderr } = await grant(folder, 'public', ...words);
					assert.equal(code, 1);
					assert.ok(stderr.includes(`There is nothing named ${words[0]}; Did you mean "${expected}"?`), stderr);
					assert.match(stderr, /There are: api::event\.event, api::person\.person, plugin::/);
				}
				const { stderr } = await grant(folder, 'public', 'quetzalcoatl', 'find');
				assert.match(stderr, /There is nothing named quetzalcoatl; there are: api::event\.event, /);
			},
		));
});

describe('limits of config/api', () => {
	const fill = async (folder, count) => {
		await migrate(folder);
		await grant(folder, 'public', 'api::event.event', 'find', 'findOne', 'create');
		await served(folder, async server => {
			for (let i = 0; i < count; i++) assert.equal((await ask(server, '/api/events', { body: { data: { name: `e${i}` } } })).status, 200);
		});
	};
	const sizes = async (server, queries) => {
		const found = [];
		for (const query of queries) found.push((await ask(server, `/api/events?${query}`)).json.data.length);
		return found;
	};
	const queries = [
		'',
		'pagination[pageSize]=100',
		'pagination[limit]=100',
		'pagination[limit]=-1',
		'pagination[start]=1&pagination[limit]=9',
	];

	it('hold wherever they are written', () =>
		inProject({}, async folder => {
			await fill(folder, 8);
			const places = [
				[{ 'config/api.json': { rest: { defaultLimit: 2, maxLimit: 4 } } }, [2, 4, 4, 4, 4]],
				[{ 'config/api.json': { rest: { defaultLimit: '2', maxLimit: '4' } } }, [2, 4, 4, 4, 4]],
				// As in Strapi, a request without pagination has the default, whatever the limit is.
				[{ 'config/api.json': { rest: { maxLimit: 3 } } }, [8, 3, 3, 3, 3]],
				[{ 'config/api.json': { rest: { defaultLimit: 5, maxLimit: 3 } } }, [5, 3, 3, 3, 3]],
				[{ 'config/api.json': null, 'config/env/development/api.json': { rest: { maxLimit: 4 } } }, [8, 4, 4, 4, 4]],
				[
					{
						'config/api.json': { rest: { maxLimit: '${process.env.MOST}' } },
						'config/env/development/api.json': null,
						'.env': 'JWT_SECRET=a\nMOST=6\n',
					},
					[8, 6, 6, 6, 6],
				],
			];
			for (const [files, expected] of places) {
				putFiles(folder, files);
				const { result } = await served(folder, server => sizes(server, queries));
				assert.deepEqual(result, expected, JSON.stringify(files));
			}
		}));

	it('are careful where the file that has them is left out', () =>
		inProject({ 'config/api.js': 'module.exports = { rest: { maxLimit: 100 } };\n' }, async folder => {
			await migrate(folder, ['--without-code']);
			await grant(folder, 'public', 'api::event.event', 'find');
			const ask_ = server => ask(server, '/api/events?pagination[pageSize]=1000');
			const { result } = await served(folder, ask_, { args: ['--without-code'] });
			assert.equal(result.json.meta.pagination.pageSize, 100);
			putFiles(folder, { 'config/env/development/api.json': { rest: { maxLimit: 7 } } });
			const { result: own } = await served(folder, ask_, { args: ['--without-code'] });
			assert.equal(own.json.meta.pagination.pageSize, 7);
		}));

	it('as those of GraphQL do, with and without the total', () =>
		inProject(
			{
				'config/plugins.json': { graphql: { enabled: true, config: { defaultLimit: 2, maxLimit: 3 } } },
				'config/api.json': { rest: { withCount: false } },
			},
			async folder => {
				await fill(folder, 8);
				const { result } = await served(folder, async server => {
					const found = [];
					for (const page of ['', '(pagination: {limit: 100})', '(pagination: {limit: -1})', '(pagination: {pageSize: 100})']) {
						const { json } = await ask(server, '/graphql', { body: { query: `{ events${page} { data { id } } }` } });
						found.push(json.data.events.data.length);
					}
					return [...found, (await ask(server, '/api/events')).json.meta.pagination];
				});
				assert.deepEqual(result, [2, 3, 3, 3, { page: 1, pageSize: 25 }]);
			},
		));
});

describe('a database file that is replaced or removed under the server', () => {
	const write = (server, name) => ask(server, '/api/events', { body: { data: { name } } });
	const names = async server => (await ask(server, '/api/events')).json.data.map(event => event.attributes.name);

	it('is noticed: writes end with 503, and the log says so', () =>
		inProject({}, async folder => {
			const file = path.join(folder, '.tmp/data.db');
			const aside = path.join(folder, '.tmp/aside.db');
			await migrate(folder);
			await grant(folder, 'public', 'api::event.event', 'find', 'create');
			await served(folder, server => write(server, 'first'));
			const server = await startServer({ folder });
			assert.equal((await write(server, 'second')).status, 200);

			renameSync(file, aside);
			assert.equal((await write(server, 'lost')).status, 503);
			copyFileSync(aside, file); // another file of that name
			const refused = await write(server, 'lost');
			assert.equal(refused.status, 503);
			assert.equal(refused.json.error.name, 'ServiceUnavailableError');
			assert.deepEqual(await names(server), ['first', 'second']);
			assert.equal(server.stderr.match(/error The database .*data\.db was replaced or removed/g).length, 1);

			renameSync(aside, file);
			assert.equal((await write(server, 'third')).status, 200);
			assert.match(server.stderr, /The database .*data\.db is there again/);
			await server.stop();
			const { result } = await served(folder, names);
			assert.deepEqual(result, ['first', 'second', 'third']);
		}));

	it('is noticed by those who read, in the log', () =>
		inProject({}, async folder => {
			await migrate(folder);
			await grant(folder, 'public', 'api::event.event', 'find');
			const server = await startServer({ folder });
			rmSync(path.join(folder, '.tmp/data.db'));
			await until(async () => {
				assert.equal((await ask(server, '/api/events')).status, 200);
				return /was replaced or removed/.test(server.stderr);
			});
			await server.stop();
		}));
});

describe('check', () => {
	const source = `#include <lectern.h>
#include <stdio.h>
__attribute__((constructor)) static void mark(void)
{
	fclose(fopen(MARK, "w"));
}
bool lectern_register(lectern_app *app)
{
	mark();
	return app != NULL;
}
`;
	it("runs no extension's code, unless it is asked to", () => {
		const folder = makeProject();
		const mark = path.join(folder, 'mark');
		try {
			mkdirSync(path.join(folder, 'extensions'), { recursive: true });
			buildExtension(folder, 'marking', source.replace('MARK', JSON.stringify(mark)));
			return check(folder).then(async ({ code, stdout }) => {
				assert.equal(code, 0, stdout);
				assert.match(stdout, /^extensions: 1, not loaded/m);
				assert.equal(existsSync(mark), false);
				writeFileSync(path.join(folder, 'extensions/text.so'), 'no library');
				const wrong = await check(folder);
				assert.equal(wrong.code, 1);
				assert.match(wrong.stdout, /^extensions: the extension text can't be loaded: it is no shared object$/m);
				rmSync(path.join(folder, 'extensions/text.so'));
				const loaded = await check(folder, ['--load-extensions']);
				assert.match(loaded.stdout, /^ok: 1 extensions$/m);
				assert.ok(existsSync(mark));
				rmSync(folder, { recursive: true, force: true });
			});
		} catch (error) {
			rmSync(folder, { recursive: true, force: true });
			throw error;
		}
	});
});

describe('a password in --database', () => {
	for (const words of [['serve'], ['migrate'], ['role', 'list', '--project']])
		it(`does not stay in the list of processes: ${words[0]}`, () =>
			inProject({}, async folder => {
				const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
				await new Promise(resolve => silent.on('listening', resolve));
				const url = `postgres://lectern:geheim@127.0.0.1:${silent.address().port}/content`;
				const child = spawn(binary, [...words, folder, `--database=${url}`], { stdio: 'ignore' });
				try {
					let line;
					await until(() => {
						line = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
						return line.some(word => word.includes('xxxx'));
					});
					assert.ok(!line.join(' ').includes('geheim'), line.join(' '));
					assert.equal(line[1], words[0]);
				} finally {
					child.kill('SIGKILL');
					silent.close();
				}
			}));
});

describe('a value that PostgreSQL refuses', () => {
	const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	it("is the client's matter: 400, and no warning in the log", async () => {
		const server = await startServer({ args: ['--database', cluster.url()], env: { API_TOKEN_SALT: 'apitokensalt' } });
		try {
			const queries = [
				'filters[id]=99999999999999999999',
				'filters[seats][$gt]=99999999999999999999',
				'filters[seats][$in]=99999999999',
				'filters[rating]=1e999',
				'filters[opened]=999999-01-01',
				'filters[createdAt]=294277-01-01T00:00:00.000Z',
				'filters[id][$in][0]=1e30',
				'pagination[start]=9223372036854775807',
				'filters[createdAt][$lt]=-271821-04-20T00:00:00.000Z',
				'filters[name][$contains]=%00',
				'filters[seats]=2147483648',
				'filters[reviews][stars]=99999999999',
				'sort=name&filters[categories][id]=9223372036854775808',
			];
			for (const query of queries) {
				const { status } = await ask(server, `/api/restaurants?${query}&populate=*`);
				assert.ok(status === 200 || status === 400, `${query}: ${status}`);
			}
			for (const data of [{ seats: 2147483648 }, { seats: 1e30 }, { slug: 'x'.repeat(300) }, { founded: '0000-01-01' }]) {
				const body = { data: { name: 'One more', ...data } };
				const { status, json } = await ask(server, '/api/restaurants', { body, headers });
				assert.equal(status, 400, JSON.stringify(json));
				assert.match(json.error.message, /breaks a rule of the database/);
			}
			assert.equal((await ask(server, '/api/restaurants', { body: { data: { name: 'One more' } }, headers })).status, 200);
			await ask(server, '/graphql', {
				body: {
					query:
						'{ a: restaurants(filters: {createdAt: {gt: "294277-01-01T00:00:00.000Z"}}) { data { id } } b: restaurants { data { id } } }',
				},
			});
		} finally {
			await server.stop();
		}
		assert.doesNotMatch(server.stderr, / (warning|error) /);
	});
});
