// Hooks of files over REST: what is uploaded stays where a hook behind it throws, and the answer is the error, as in Strapi 4.26.2.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { startServer } from './lib/server.mjs';

const headers = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };

const index = `const { ApplicationError } = require('@strapi/utils').errors;
const refuse = moment => ({ params, result }) => {
	const { caption } = result ?? params.data;
	if (caption === moment) throw new ApplicationError('not ' + moment);
	if (caption === moment + ' plainly') throw new Error('never told');
};
module.exports = {
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe({
			models: ['plugin::upload.file'],
			...Object.fromEntries(['beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate'].map(moment => [moment, refuse(moment)])),
		});
	},
};\n`;

describe('a hook of files that throws', () => {
	let server;
	let folder;
	before(async () => {
		folder = makeCodeProject({ 'src/index.js': index });
		server = await startServer({ folder });
	});
	after(() => server?.stop());

	const upload = async (name, caption, id = null) => {
		const body = new FormData();
		if (!id) body.append('files', new Blob(['text'], { type: 'text/plain' }), name);
		body.append('fileInfo', JSON.stringify({ caption }));
		const response = await fetch(`${server.base}/api/upload${id ? `?id=${id}` : ''}`, { method: 'POST', headers, body });
		return { status: response.status, ...(await response.json()) };
	};
	const found = async name => (await fetch(`${server.base}/api/upload/files?filters[name]=${name}`, { headers })).json();
	const shown = ({ status, error }) => [status, error?.name, error?.message];

	it('behind an upload: the file stays, and the answer is the error', async () => {
		assert.deepEqual(shown(await upload('told.txt', 'afterCreate')), [400, 'ApplicationError', 'not afterCreate']);
		assert.deepEqual(shown(await upload('hidden.txt', 'afterCreate plainly')), [500, 'InternalServerError', 'Internal Server Error']);
		for (const name of ['told.txt', 'hidden.txt']) {
			const [file, ...others] = await found(name);
			assert.deepEqual([file?.name, others.length], [name, 0]);
			assert.ok(existsSync(path.join(folder, 'public', file.url)), file.url);
		}
	});

	it('before an upload: there is no file', async () => {
		assert.deepEqual(shown(await upload('before.txt', 'beforeCreate')), [400, 'ApplicationError', 'not beforeCreate']);
		assert.deepEqual(await found('before.txt'), []);
	});

	it('behind a change: what is changed stays', async () => {
		const { 0: made } = await upload('kept.txt', 'first');
		assert.deepEqual(shown(await upload('kept.txt', 'afterUpdate', made.id)), [400, 'ApplicationError', 'not afterUpdate']);
		assert.equal((await found('kept.txt'))[0].caption, 'afterUpdate');
		assert.deepEqual(shown(await upload('kept.txt', 'beforeUpdate', made.id)), [400, 'ApplicationError', 'not beforeUpdate']);
		assert.equal((await found('kept.txt'))[0].caption, 'afterUpdate');
	});
});
