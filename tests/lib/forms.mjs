// Multipart forms for the whole-server tests.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { dataFolder } from './data.mjs';

const boundary = '----lectern-test-boundary';

/** A picture of tests/data/media. */
export const media = name => readFileSync(path.join(dataFolder, 'media', name));

/** The body and headers of a form. A part is [name, text], or [name, bytes, file name, type]. */
export function makeForm(parts, headers = {}) {
	const chunks = [];
	for (const [name, value, filename, type] of parts) {
		const file = filename === undefined ? '' : `; filename="${filename}"`;
		const kind = type ? `\r\nContent-Type: ${type}` : '';
		chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${kind}\r\n\r\n`));
		chunks.push(Buffer.from(value), Buffer.from('\r\n'));
	}
	chunks.push(Buffer.from(`--${boundary}--\r\n`));
	return { body: Buffer.concat(chunks), headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` } };
}

/** Sends a form. */
export const sendForm = (client, method, target, parts, headers) => client.request(method, target, makeForm(parts, headers));

/** Begins to send a form of which more is to come than ever does. Resolves with the status that it is answered with all the same. */
export const beginForm = ({ hostname, port }, path, headers, patience = 20_000) =>
	new Promise((resolve, reject) => {
		const whole = makeForm([['files', 'hello', 'note.txt', 'text/plain']], headers);
		const options = { method: 'POST', hostname, port, path, headers: { ...whole.headers, 'Content-Length': 50_000_000 } };
		const request = http.request(options, answer => {
			clearTimeout(timer);
			resolve(answer.statusCode);
			request.destroy();
		});
		const timer = setTimeout(() => request.destroy(new Error(`${path} waits for the whole form`)), patience);
		request.on('error', reject);
		request.write(whole.body.subarray(0, -20));
	});
