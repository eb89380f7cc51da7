// An upload that lies in no memory whole: bytes that are made while they are sent.
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { full } from './accounts.mjs';
import { makeProject } from './server.mjs';

const boundary = '----lectern-large';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

/** A project that takes files of 2 GB. */
export function makeLargeProject() {
	const folder = makeProject({ plugins: { upload: { config: { sizeLimit: 2e9 } } } });
	const names = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'favicon', 'public'];
	const list = names.map(name => ({ name: `strapi::${name}`, config: name === 'body' ? { formidable: { maxFileSize: 2e9 } } : {} }));
	writeFileSync(path.join(folder, 'config/middlewares.js'), `module.exports = ${JSON.stringify(list)};\n`);
	return folder;
}

/** Uploads a file of that many bytes; resolves with status and json. */
export function uploadBytes(server, bytes) {
	const block = Buffer.alloc(256 * 1024, 'a block of a large file, ');
	return new Promise((resolve, reject) => {
		const headers = {
			...full,
			'Content-Type': `multipart/form-data; boundary=${boundary}`,
			'Content-Length': head.length + bytes + tail.length,
		};
		const options = { method: 'POST', path: '/api/upload', host: server.host, port: server.port, headers };
		const request = http.request(options, response => {
			let text = '';
			response.on('data', part => (text += part));
			response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(text) }));
		});
		request.on('error', reject);
		request.write(head);
		let left = bytes;
		const more = () => {
			while (left > 0) {
				const part = block.subarray(0, Math.min(left, block.length));
				left -= part.length;
				if (!request.write(part)) return request.once('drain', more);
			}
			return request.end(tail);
		};
		more();
	});
}

/** By how many KiB the server's own memory grows at most while the promise is pending. */
export async function growthWhile(server, work) {
	writeFileSync(`/proc/${server.pid}/clear_refs`, '5'); // its highest is then what it has now
	const before = server.memory('VmHWM');
	const result = await work();
	return { result, growth: server.memory('VmHWM') - before };
}
