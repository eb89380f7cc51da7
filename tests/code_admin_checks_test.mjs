// Services of Strapi's plugins that need what a project has beside its code: admins with roles of their own, the package sharp.
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { explorer, makeAdmin, signIn, unlimited } from './lib/admins.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const CAT = 'api::category.category';
const extension = `module.exports = plugin => {
	plugin.controllers.own = {
		check(ctx) {
			const { userAbility, user } = ctx.state;
			const service = strapi.plugin('content-manager').service('permission-checker');
			const { can, cannot } = service.create({ userAbility, model: '${CAT}' });
			const role = { id: user.roles[0].id };
			const creator = { id: 99, roles: [role] };
			const entries = { none: { id: 1 }, mine: { id: 2, createdBy: { id: user.id } }, role: { id: 3, createdBy: creator } };
			const run = {
				read: () => [can.read(), can.read(null, 'name'), can.read(null, 'code'), can.read(entries.none), cannot.read(entries.none, 'code')],
				update: () => ['none', 'mine', 'role'].map(name => can.update(entries[name])),
				delete: () => ['none', 'mine', 'role'].map(name => can.delete(entries[name])),
				others: () => [can.create(), can.publish(), cannot.unpublish(entries.mine)],
				own: () => can.create(entries.none),
				sanitized: () => service.create({ userAbility, model: '${CAT}' }).sanitizeOutput({}),
			};
			ctx.body = { value: run[ctx.params.what]() };
		},
	};
	const config = { policies: ['admin::isAuthenticatedAdmin'] };
	plugin.routes.admin.routes.push({ method: 'GET', path: '/own/:what', handler: 'own.check', config });
	return plugin;
};\n`;

describe('permission-checker of the content manager', () => {
	let server, ask;
	before(async () => {
		const folder = makeCodeProject({ 'src/extensions/content-manager/strapi-server.js': extension }, unlimited);
		server = await startServer({ folder });
		const client = new Client(server.base);
		const creator = { conditions: ['admin::is-creator'] };
		ask = await makeAdmin(client, await signIn(client), 'checked', [
			explorer('read', CAT, ['name']),
			explorer('update', CAT, ['name'], creator),
			explorer('delete', CAT, null, { conditions: ['admin::has-same-role-as-creator'] }),
		]);
	});
	after(() => server?.stop());

	for (const [what, value] of Object.entries({
		read: [true, true, false, true, true],
		update: [false, true, false],
		delete: [false, false, true],
		others: [false, false, true],
		own: false,
	}))
		it(what, async () => {
			const { status, json, text } = await ask('GET', `/content-manager/own/${what}`);
			assert.equal(status, 200, text);
			assert.deepEqual(json.value, value);
		});

	it('what it lacks is named', async () => {
		const { status, json } = await ask('GET', '/content-manager/own/sanitized');
		assert.equal(status, 501);
		assert.match(json.error.message, /permission-checker'\)\.create\(\)\.sanitizeOutput/);
	});
});

/** A picture of one colour. */
function png(width, height) {
	const chunk = (type, data) => {
		const length = Buffer.alloc(4);
		length.writeUInt32BE(data.length);
		return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(8, 8);
	const rows = deflateSync(Buffer.alloc((width + 1) * height));
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('IDAT', rows),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

/** Stands for sharp: it reads the head of a PNG, and tells what it was asked for. */
const sharp = `module.exports = bytes => {
	const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
	const made = { steps: [] };
	for (const step of ['resize', 'png', 'rotate']) made[step] = (...given) => { made.steps.push([step, ...given]); return made; };
	made.metadata = async () => {
		if (!isPng) throw new Error('Input buffer contains unsupported image format');
		return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
	};
	made.stats = made.metadata;
	made.toBuffer = async () => ({ data: Buffer.from(JSON.stringify(made.steps)), info: { width: 7, height: 5, size: 1234 } });
	return made;
};\n`;

const pictures = `const fs = require('fs'), os = require('os'), path = require('path');
const { Readable } = require('stream');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lectern-test-pictures-'));
const read = async ({ getStream }) => { let text = ''; for await (const part of getStream()) text += part; return text; };
module.exports = {
	async run(ctx) {
		const service = strapi.plugin('upload').service('image-manipulation');
		const bytes = Buffer.from(ctx.request.body.bytes, 'base64');
		const names = { name: 'a.png', hash: 'a_1', ext: '.png', mime: 'image/png', tmpWorkingDirectory: dir };
		const file = { ...names, width: 1200, height: 900, getStream: () => Readable.from([bytes]) };
		const text = { ...file, getStream: () => Readable.from([Buffer.from('text')]) };
		const settings = { responsiveDimensions: true, sizeOptimization: true, autoOrientation: true };
		await strapi.plugin('upload').service('upload').setSettings(settings);
		const thumbnail = await service.generateThumbnail(file), formats = await service.generateResponsiveFormats(file);
		const { filepath, getStream, ...shown } = thumbnail;
		const optimized = await service.optimize({ ...file, getStream: () => Readable.from([Buffer.concat([bytes, Buffer.alloc(2000)])]) });
		const answer = { shown, thumbnail: await read(thumbnail), dimensions: await service.getDimensions(file),
			formats: await Promise.all(formats.map(async one => one && [one.key, one.file.name, await read(one.file)])),
			optimized: [await read(optimized), optimized.sizeInBytes], kept: (await service.optimize(file)).sizeInBytes ?? null,
			are: [await service.isImage(file), await service.isImage(text), await service.isResizableImage(file),
				await service.isOptimizableImage(text)],
			faulty: [await service.isFaultyImage(file), await service.isFaultyImage(text)],
			small: await service.generateThumbnail({ ...file, width: 9, height: 9 }) };
		fs.rmSync(dir, { recursive: true });
		return answer;
	},
};\n`;
const route = "module.exports = { routes: [{ method: 'POST', path: '/lab', handler: 'lab.run', config: { auth: false } }] };\n";
const files = { 'src/api/lab/controllers/lab.js': pictures, 'src/api/lab/routes/lab.js': route };

describe('image-manipulation of the media library', () => {
	async function run(more) {
		const server = await startServer({ folder: makeCodeProject({ ...files, ...more }) });
		try {
			const body = JSON.stringify({ bytes: png(1200, 900).toString('base64') });
			const headers = { 'Content-Type': 'application/json' };
			const answer = await fetch(`${server.base}/api/lab`, { method: 'POST', headers, body });
			return { status: answer.status, json: await answer.json() };
		} finally {
			await server.stop();
		}
	}

	it('goes by the project’s sharp', async () => {
		const { status, json } = await run({ 'node_modules/sharp/index.js': sharp });
		assert.equal(status, 200, JSON.stringify(json));
		const step = side => JSON.stringify([['resize', { width: side, height: side, fit: 'inside' }]]);
		assert.deepEqual(json, {
			shown: {
				...{ name: 'thumbnail_a.png', hash: 'thumbnail_a_1', ext: '.png', mime: 'image/png', path: null },
				...{ width: 7, height: 5, size: 1.23, sizeInBytes: 1234 },
			},
			thumbnail: '[["resize",{"width":245,"height":156,"fit":"inside"}]]',
			dimensions: { width: 1200, height: 900 },
			formats: [
				['large', 'large_a.png', step(1000)],
				['medium', 'medium_a.png', step(750)],
				['small', 'small_a.png', step(500)],
			],
			optimized: ['[["png",{"quality":80}],["rotate"]]', 1234],
			kept: png(1200, 900).length < 1234 ? null : 1234,
			are: [true, false, true, false],
			faulty: [false, true],
			small: null,
		});
	});

	it('without it that is said by name', async () => {
		const { status, json } = await run({});
		assert.equal(status, 501);
		assert.match(json.error.message, /image-manipulation of the plugin upload without the package sharp/);
	});
});
