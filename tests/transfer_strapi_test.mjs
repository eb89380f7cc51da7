// Archives of `strapi export`: read, and written so that Strapi reads them. tests/data/strapi-export.tar.gz.enc is one that
// Strapi 4.26.2 wrote, of the database of tests/data.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createDecipheriv, scryptSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { dataFolder } from './lib/data.mjs';
import { sqlite } from './lib/schema.mjs';
import { binary, makeProject } from './lib/server.mjs';
import { makeTar, readTar } from './lib/tar.mjs';

const key = 's3cret';
const archive = path.join(dataFolder, 'strapi-export.tar.gz.enc');
const folders = [];
after(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));
const keep = folder => folders[folders.push(folder) - 1];

const decrypt = bytes => {
	const cipher = createDecipheriv('aes-128-ecb', scryptSync(key, '', 16), null);
	return Buffer.concat([cipher.update(bytes), cipher.final()]);
};
const strapis = readTar(gunzipSync(decrypt(readFileSync(archive))));

function emptyProject() {
	const folder = keep(mkdtempSync(path.join(tmpdir(), 'lectern-test-')));
	cpSync(path.join(dataFolder, 'project'), folder, { recursive: true });
	return folder;
}

const run = (args, options) => spawnSync(binary, args, { encoding: 'utf8', maxBuffer: 1 << 28, input: '', ...options });

function done(args, options) {
	const { status, stdout, stderr } = run(args, options);
	assert.equal(status, 0, stderr);
	return { stdout, stderr };
}

function refused(args, options) {
	const { status, stderr } = run(args, options);
	assert.equal(status, 1, stderr);
	return stderr;
}

const parsed = text =>
	text
		.split('\n')
		.filter(Boolean)
		.map(line => JSON.parse(line));
const linesOf = folder => parsed(done(['export', folder]).stdout).slice(1);

/** The JSON lines of a section of an archive. */
const section = (files, name) => files.filter(([file]) => file.startsWith(`${name}/`)).flatMap(([, bytes]) => parsed(bytes.toString()));

/** Rows but for settings, in one order, as archives of Strapi keep them: no administration, and numbers as doubles. */
function comparable(lines) {
	const gone = /^admin::|content-releases/;
	return lines
		.filter(line => !gone.test(line.type ?? line.link ?? '') && !line.setting)
		.map(line => {
			const { createdBy, updatedBy, biginteger, ...fields } = line.fields ?? {};
			(void createdBy, updatedBy);
			if (biginteger) fields.biginteger = Number(biginteger);
			return JSON.stringify(line.fields ? { ...line, fields } : line);
		})
		.sort();
}

/** Tells the lines that differ. */
function same(actual, expected) {
	const [more, less] = [actual.filter(line => !expected.includes(line)), expected.filter(line => !actual.includes(line))];
	assert.deepEqual([more.slice(0, 5), less.slice(0, 5)], [[], []]);
	assert.equal(actual.length, expected.length);
}

describe('an archive that Strapi wrote', () => {
	const expected = comparable(linesOf(keep(makeProject())));

	it('is read: its rows, with their ids, and its files', () => {
		const folder = emptyProject();
		const { stdout } = done(['import', folder, '--create', '--file', archive, '--key', key]);
		assert.match(stdout, /Imported 1078 entries, 1864 links and 40 settings/);
		assert.match(stdout, /Imported 36 files/);
		same(comparable(linesOf(folder)), expected);
		const settings = linesOf(folder).filter(line => line.setting);
		for (const { value } of section(strapis, 'configuration').filter(({ value }) => value.key !== 'strapi_content_types_schema'))
			assert.deepEqual(settings.find(line => line.setting === value.key)?.value, value.value, value.key);
		const uploads = path.join(folder, 'public/uploads');
		assert.deepEqual(readFileSync(path.join(uploads, 'pic3.jpg'), 'utf8'), '/uploads/pic3.jpg\n'.repeat(3 * 37));
		const assets = strapis.filter(([name]) => name.startsWith('assets/uploads/'));
		assert.equal(readdirSync(uploads).length, assets.length);
		for (const [name, bytes] of assets) assert.ok(readFileSync(path.join(uploads, path.basename(name))).equals(bytes), name);
	});

	it('is read as well where it is not encrypted, not compressed, or comes as standard input', () => {
		for (const input of [decrypt(readFileSync(archive)), makeTar(strapis)]) {
			const folder = emptyProject();
			done(['import', folder, '--create'], { input, encoding: 'buffer' });
			same(comparable(linesOf(folder)), expected);
		}
	});

	it('takes away content where it is told to, and leaves admins and their tokens', () => {
		const folder = keep(makeProject());
		const database = path.join(folder, '.tmp/data.db');
		const admins = () =>
			sqlite(database, 'select (select count(*) from admin_users) as users, (select count(*) from strapi_api_tokens) as tokens');
		const before = admins();
		sqlite(database, "insert into categories (name) values ('to go')");
		assert.match(refused(['import', folder, '--file', archive, '--key', key]), /has content already/);
		done(['import', folder, '--file', archive, '--key', key, '--replace']);
		assert.deepEqual(admins(), before);
		same(comparable(linesOf(folder)), expected);
	});

	it('is taken in parts', () => {
		const folder = keep(makeProject());
		const database = path.join(folder, '.tmp/data.db');
		const counts = () =>
			sqlite(database, 'select (select count(*) from categories) as n, (select count(*) from files_related_morphs) as m')[0];
		const grant = () =>
			sqlite(database, "select value from strapi_core_store_settings where key = 'plugin_users-permissions_advanced'").length;
		const all = counts();
		sqlite(database, "insert into categories (name) values ('stays'); delete from strapi_core_store_settings where key like '%advanced'");
		const take = (...more) => done(['import', folder, '--file', archive, '--key', key, '--replace', ...more]);
		take('--only', 'config');
		assert.deepEqual([counts(), grant()], [{ n: all.n + 1, m: all.m }, 1]);
		assert.ok(!existsSync(path.join(folder, 'public/uploads/pic1.jpg')));
		take('--only', 'files');
		assert.ok(existsSync(path.join(folder, 'public/uploads/pic1.jpg')));
		assert.deepEqual(counts(), { n: all.n + 1, m: all.m });
		sqlite(database, "delete from strapi_core_store_settings where key like '%advanced'");
		take('--exclude', 'config,files');
		assert.deepEqual([counts(), grant()], [all, 0]);
		assert.match(refused(['import', folder, '--file', archive, '--key', key, '--only', 'files', '--exclude', 'files']), /name the same/);
	});

	it('with another key, or none, is refused', () => {
		const folder = emptyProject();
		assert.match(refused(['import', folder, '--create', '--file', archive, '--key', 'other']), /key is wrong/);
		assert.match(refused(['import', folder, '--create', '--file', archive]), /--key is needed/);
		assert.match(refused(['import', folder, '--create'], { input: readFileSync(archive) }), /needs --key/);
		const cut = readFileSync(archive).subarray(0, 30000);
		assert.match(refused(['import', folder, '--create', '--key', key], { input: cut }), /damaged/);
	});
});

describe('archives of Strapi that do not fit', () => {
	const entity = (type, id, data) => JSON.stringify({ type, id, data });
	const link = (left, right) => JSON.stringify({ kind: 'relation.basic', relation: 'manyToMany', left, right });
	const made = (entities, links = [], more = []) =>
		makeTar([
			['entities/entities_00001.jsonl', entities.join('\n')],
			['links/links_00001.jsonl', links.join('\n')],
			...more,
			['metadata.json', '{"strapi":{"version":"4.26.2"}}'],
		]);
	const category = entity('api::category.category', 1, { name: 'one' });

	it('what the models do not have is named, and left out with --force', () => {
		const folder = emptyProject();
		const input = made(
			[category, entity('api::gone.gone', 1, {}), entity('api::category.category', 2, { name: 'two', gone: 1 })],
			[link({ type: 'api::category.category', ref: 1, field: 'gone' }, { type: 'api::category.category', ref: 2 })],
		);
		const stderr = refused(['import', folder, '--create'], { input });
		for (const name of ['type api::gone.gone', 'attribute gone of api::category.category', 'relation gone of api::category.category'])
			assert.ok(stderr.includes(`the project has no ${name}\n`), stderr);
		assert.match(done(['import', folder, '--create', '--force'], { input }).stdout, /Imported 2 entries, 0 links/);
	});

	it('links that tie nothing are left out, and counted', () => {
		const end = (id, field) => ({ type: 'api::category.category', ref: id, field });
		const links = [link(end(2, 'parent'), end(1, 'children')), link(end(2, 'parent'), end(9, 'children')), link(end(8, 'parent'), end(1))];
		const input = made([category, entity('api::category.category', 2, {})], links);
		const { stdout, stderr } = done(['import', emptyProject(), '--create'], { input });
		assert.match(stdout, /Imported 2 entries, 1 links/);
		assert.match(stderr, /2 links were left out/);
	});

	it('files come to the folder of uploads, wherever they lay, and nowhere else', () => {
		const folder = emptyProject();
		const file = { name: 'a.png', hash: 'a_1', ext: '.png', mime: 'image/png', size: 1, provider: 'aws-s3', url: 'https://bucket/a_1.png' };
		const formats = { thumbnail: { hash: 'thumbnail_a_1', ext: '.png', url: 'https://bucket/thumbnail_a_1.png' } };
		const input = made(
			[entity('plugin::upload.file', 1, { ...file, formats })],
			[],
			[
				['assets/metadata/a_1.png.json', '{}'],
				['assets/uploads/a_1.png', 'bytes'],
				['assets/uploads/thumbnail_a_1.png', 'small'],
			],
		);
		done(['import', folder, '--create'], { input });
		const [row] = sqlite(path.join(folder, '.tmp/data.db'), 'select url, provider, formats from files');
		assert.deepEqual(
			[row.url, row.provider, JSON.parse(row.formats).thumbnail.url],
			['/uploads/a_1.png', 'local', '/uploads/thumbnail_a_1.png'],
		);
		assert.equal(readFileSync(path.join(folder, 'public/uploads/a_1.png'), 'utf8'), 'bytes');
		for (const member of [
			['assets/uploads/../../evil.js', 'x'],
			['assets/uploads/.hidden', 'x'],
			['assets/uploads/a/b.png', 'x'],
			['assets/uploads/link.png', '', '2', '/etc/passwd'],
			['other/file', 'x'],
			['../evil.js', 'x'],
		]) {
			const other = emptyProject();
			refused(['import', other, '--create'], { input: made([category], [], [member]) });
			assert.ok(!existsSync(path.join(other, 'evil.js')), member[0]);
			assert.deepEqual(readdirSync(path.join(other, 'public/uploads')), [], member[0]);
		}
	});

	it('what is no such archive is refused with a reason', () => {
		const folder = emptyProject();
		for (const [entities, links, reason] of [
			[['{'], [], /entities, line 1/],
			[['[1]'], [], /without a type/],
			[[entity('api::category.category', 'x', {})], [], /without data and an id/],
			[[category, category], [], /twice/],
			[[entity('api::chain.chain', 1, { seo: {} })], [], /id of a component/],
			[[entity('api::category.category', 1, { name: 5 })], [], /name: expected a string/],
			[[category], ['{"left":{}}'], /without left.type/],
		])
			assert.match(refused(['import', folder, '--create'], { input: made(entities, links) }), reason);
		assert.match(refused(['import', folder, '--create'], { input: gzipSync(makeTar([])) }), /empty|neither/);
	});
});

describe('an archive for Strapi', () => {
	const source = emptyProject();
	done(['import', source, '--create', '--file', archive, '--key', key]);
	const target = path.join(keep(mkdtempSync(path.join(tmpdir(), 'lectern-test-'))), 'out');
	const exported = (...options) => done(['export', source, '--strapi', '--file', target, ...options]);

	it('has what Strapi wrote of the same database: models, entries, links, settings and files', () => {
		const { stdout } = exported('--key', key);
		assert.match(stdout, /Exported 554 entries, 1348 links, \d+ settings and 36 files to .*out.tar.gz.enc/);
		assert.equal(statSync(`${target}.tar.gz.enc`).mode & 0o777, 0o600);
		const ours = readTar(gunzipSync(decrypt(readFileSync(`${target}.tar.gz.enc`))));
		const sorted = rows => rows.map(row => JSON.stringify(order(row))).sort();
		assert.deepEqual(section(ours, 'schemas').map(order), section(strapis, 'schemas').map(order));
		assert.deepEqual(sorted(section(ours, 'entities')), sorted(section(strapis, 'entities')));
		assert.deepEqual(sorted(section(ours, 'links')), sorted(section(strapis, 'links')));
		const settings = files =>
			sorted(
				section(files, 'configuration')
					.filter(row => !/plugin_upload_metrics|core_persisted_tables|strapi_content_types_schema/.test(row.value.key))
					.map(row => ({ ...row, value: { ...row.value, id: 0 } })),
			);
		assert.deepEqual(settings(ours), settings(strapis));
		const assets = files => files.filter(([name]) => name.startsWith('assets/'));
		const content = ([name, bytes]) => [name, name.endsWith('.json') ? order(JSON.parse(bytes)) : bytes.toString()];
		assert.deepEqual(assets(ours).map(content), assets(strapis).map(content));
		assert.equal(ours.at(-1)[0], 'metadata.json');
		assert.equal(JSON.parse(ours.at(-1)[1]).strapi.version, '4.26.2');
	});

	it('comes in parts, plain and compressed', () => {
		exported('--no-encrypt', '--no-compress', '--only', 'config');
		const names = () => readTar(readFileSync(`${target}.tar`)).map(([name]) => name.split('/')[0]);
		assert.deepEqual(names(), ['schemas', 'configuration', 'metadata.json']);
		exported('--no-encrypt', '--no-compress', '--exclude', 'files,config');
		assert.deepEqual(names(), ['schemas', 'entities', 'links', 'metadata.json']);
		exported('--no-encrypt', '--only', 'files');
		const zipped = readTar(gunzipSync(readFileSync(`${target}.tar.gz`))).map(([name]) => name.split('/')[0]);
		assert.deepEqual([...new Set(zipped)], ['schemas', 'assets', 'metadata.json']);
	});

	it('takes webhooks along, and comes back', () => {
		const database = path.join(source, '.tmp/data.db');
		sqlite(
			database,
			`insert into strapi_webhooks (name, url, headers, events, enabled) values ('w', 'https://a.b', '{"x":"y"}', '["entry.create"]', 1)`,
		);
		exported('--key', key);
		const folder = emptyProject();
		done(['import', folder, '--create', '--file', `${target}.tar.gz.enc`, '--key', key]);
		same(comparable(linesOf(folder)), comparable(linesOf(source)));
		assert.deepEqual(sqlite(path.join(folder, '.tmp/data.db'), 'select name, url, headers, events, enabled from strapi_webhooks'), [
			{ name: 'w', url: 'https://a.b', headers: '{"x":"y"}', events: '["entry.create"]', enabled: 1 },
		]);
	});

	it('needs a key or --no-encrypt, and names files that are not there', () => {
		assert.match(refused(['export', source, '--strapi', '--file', target]), /--key is needed/);
		assert.match(refused(['export', source, '--key', 'x']), /are of --strapi/);
		assert.match(refused(['export', source, '--strapi', '--key', 'x', '--file', '/nowhere/x']), /can't be written/);
		rmSync(path.join(source, 'public/uploads/pic2.jpg'));
		assert.match(exported('--key', key).stderr, /1 files were left out/);
	});
});

/** The same value with its keys in one order, and without a null `field`, which Strapi writes or not. */
function order(value) {
	if (Array.isArray(value)) return value.map(order);
	if (value === null || typeof value !== 'object') return value;
	const keys = Object.keys(value).sort();
	return Object.fromEntries(keys.filter(name => name !== 'field' || value[name] !== null).map(name => [name, order(value[name])]));
}
