// A proxy on the loopback that writes what passes between the panel and a server, one JSON object a line.
import http from 'node:http';
import zlib from 'node:zlib';
import { writeFileSync } from 'node:fs';

const KEEP_SENT = ['authorization', 'content-type', 'accept', 'range'];
const KEEP_GOT = ['content-type', 'location', 'set-cookie', 'content-disposition'];
const STATIC = /\.(js|css|map|woff2?|png|jpe?g|webp|svg|ico|gif)$/;
const TELEMETRY = /analytics|\/track$/;
const SECRET = /^(token|jwt|accessKey|registrationToken|resetPasswordToken|encryptedKey)$/; // kept as their beginning and length

const pick = (headers, names) =>
	Object.fromEntries(
		names
			.filter(n => headers[n] !== undefined)
			.map(n => [n, n === 'authorization' ? String(headers[n]).replace(/^(Bearer ).+/, '$1…') : headers[n]]),
	);
function parts(buffer, type) {
	// multipart bodies as a list of their fields, files by size
	const boundary = /boundary=(.+)$/.exec(type)?.[1];
	if (!boundary) return undefined;
	return buffer
		.toString('latin1')
		.split(`--${boundary}`)
		.slice(1, -1)
		.map(part => {
			const [head, ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n'),
				body = rest.join('\r\n\r\n').replace(/\r\n$/, '');
			const file = /filename="([^"]*)"/.exec(head)?.[1];
			return {
				name: /name="([^"]*)"/.exec(head)?.[1],
				...(file === undefined
					? { value: Buffer.from(body, 'latin1').toString() }
					: { file, type: /Content-Type: (\S+)/i.exec(head)?.[1], bytes: body.length }),
			};
		});
}
const cut = text => (text.length > 20 ? `${text.slice(0, 8)}…(${text.length})` : text);
const json = text => {
	try {
		return JSON.parse(text, (key, value) => (typeof value === 'string' && SECRET.test(key) ? cut(value) : value));
	} catch {
		return text;
	}
};

export async function record(base, file) {
	const target = new URL(base),
		lines = [];
	const server = http.createServer((req, res) => {
		const sent = [];
		const entry = {
			method: req.method,
			path: req.url.replace(/(registrationToken|resetPasswordToken)=(\w+)/, (_, name, value) => `${name}=${cut(value)}`),
		}; // placed in the order of requests, filled when answered
		const kept =
			!STATIC.test(req.url.split('?')[0]) &&
			!TELEMETRY.test(req.url) &&
			!req.headers['x-scenario'] &&
			!/text\/html/.test(req.headers.accept || '');
		if (kept) lines.push(entry);
		req.on('data', c => sent.push(c));
		req.on('end', () => {
			const body = Buffer.concat(sent);
			const out = http.request(
				{ host: target.hostname, port: target.port || 80, method: req.method, path: req.url, headers: req.headers },
				back => {
					const got = [];
					res.writeHead(back.statusCode, back.rawHeaders);
					back.on('data', c => {
						got.push(c);
						res.write(c);
					});
					back.on('end', () => {
						res.end();
						const raw = Buffer.concat(got),
							type = back.headers['content-type'] || '';
						entry.headers = pick(req.headers, KEEP_SENT);
						if (body.length)
							entry.body = /multipart/.test(req.headers['content-type'] || '')
								? parts(body, req.headers['content-type'])
								: json(body.toString());
						entry.status = back.statusCode;
						entry.answerHeaders = pick(back.headers, KEEP_GOT);
						if (raw.length) entry.answer = /json|text/.test(type) ? json(raw.toString()) : `(${raw.length} bytes)`;
					});
				},
			);
			out.on('error', e => {
				entry.error = e.message;
				res.destroy();
			});
			out.end(body);
		});
	});
	await new Promise(ready => server.listen(0, '127.0.0.1', ready));
	return {
		origin: `http://127.0.0.1:${server.address().port}`,
		async end() {
			server.closeAllConnections();
			server.close();
			const text = lines.map(l => JSON.stringify(l)).join('\n') + '\n';
			writeFileSync(file, file.endsWith('.gz') ? zlib.gzipSync(text, { level: 9 }) : text);
		},
	};
}
