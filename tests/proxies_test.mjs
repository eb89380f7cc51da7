// Some thousands of malformed and odd requests, sent directly and through nginx and HAProxy: nothing may be understood in two
// ways. Each request of a connection has a mark in its path, and each server logs the paths that it took for requests.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sanitized, sleep } from './lib/expect.mjs';
import { sendRaw } from './lib/http.mjs';
import { sparePort, startServer } from './lib/server.mjs';

const missing = ['nginx', 'haproxy'].filter(name => spawnSync(name, ['-v']).error);
const count = sanitized ? 600 : 3000;

/** The same numbers in each run. */
function randomNumbers(seed) {
	let state = seed;
	return below => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const lineEnds = ['\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r', '\0\r\n'];
const lengths = ['5', '05', '+5', '-5', '5 ', ' 5', '5,5', '5, 5', '0x5', '5\t', '4', '6', '', '5;', '99999999999999999999', '5\0', '５'];
const codings = [
	'chunked',
	'Chunked',
	'chunked ',
	'\tchunked',
	'chunked, chunked',
	'gzip, chunked',
	'chunked, gzip',
	'identity',
	'identity, chunked',
	'xchunked',
	'chunked;q=1',
	'"chunked"',
	'chun\r\n ked',
	'\x0bchunked',
	'chunked\0',
	'',
];
const names = name => [
	name,
	name,
	name.toLowerCase(),
	`${name} `,
	` ${name}`,
	`${name}\t`,
	`${name}\0`,
	name.replace('-', '_'),
	`X: y\r\n${name}`,
	`X: y\n${name}`,
	`:${name}`,
	`${name}\r\n `,
];
const sizes = ['5', '05', '5;a=b', '5;a="b;c"', '5 ', ' 5', '+5', '0x5', '5\t', '5;a=b\0', '5;\n', 'FFFFFFFFFFFFFFFF5', '5;a\r', '', '5,'];
const strange = [
	'Host: y',
	'X: y\r\n z',
	'Expect: 100-continue',
	'Connection: close',
	'Connection: keep-alive, X-A',
	'Upgrade: h2c',
	'X',
	': y',
	'X : y',
	'X: \x01',
];
const versions = [
	'HTTP/1.1',
	'HTTP/1.1',
	'HTTP/1.1',
	'HTTP/1.0',
	'HTTP/1.2',
	'HTTP/2.0',
	'HTTP/0.9',
	'http/1.1',
	'HTTP/1.1 ',
	'HTTP/01.1',
	'HTTP/1.1\t',
	'',
];
const methods = [
	'POST',
	'POST',
	'GET',
	'HEAD',
	'PUT',
	'OPTIONS',
	'BREW',
	'post',
	'POST ',
	'CONNECT',
	'PO\0ST',
	'\r\nPOST',
	'\nPOST',
	' POST',
];

/** One connection's bytes: a request that is odd in one to three ways, a second one in what may be its body, and a third. */
function makeConnection(number, random) {
	const any = list => list[random(list.length)];
	const odd = (list, chance = 3) => (random(chance) ? list[0] : any(list));
	const end = () => (random(12) ? '\r\n' : any(lineEnds));
	const second = `GET /k${number}b HTTP/1.1\r\nHost: x\r\n\r\n`;
	const fields = ['Host: x'];
	const framing = random(6);
	let body = second;
	if (framing === 0 || framing === 4) {
		fields.push(`${odd(names('Content-Length'))}: ${any(lengths)}`);
		body = `hello${second}`;
	}
	if (framing === 1) {
		fields.push(`${odd(names('Content-Length'))}: ${second.length}`);
		if (!random(3)) fields.push(`Content-Length: ${any(lengths)}`);
	}
	if (framing === 2 || framing === 3 || framing === 4) {
		fields.push(`${odd(names('Transfer-Encoding'))}: ${odd(codings, 2)}`);
		if (!random(8)) fields.push(`Transfer-Encoding: ${any(codings)}`);
		const trailers = random(4) ? '' : `X: y${end()}${random(2) ? ' z\r\n' : ''}`;
		const chunks = `${odd(sizes, 2)}${end()}hello${end()}0${end()}${trailers}${end()}`;
		body = `${random(3) ? chunks : '0\r\n\r\n'}${second}`;
	}
	if (!random(5)) fields.push(any(strange));
	if (!random(8)) fields.shift();
	if (random(2)) fields.reverse();
	const mark = `k${number}a`;
	const targets = [`/${mark} b`, `http://x/${mark}`, mark, `/${mark}#f`, `/${mark}%00`, `//${mark}`, `/${mark}\t`, '*', `/${mark}é`];
	const target = random(6) ? `/${mark}` : any(targets);
	const first = `${odd(methods, 4)}${random(15) ? ' ' : any(['  ', '\t', ''])}${target} ${odd(versions, 4)}${end()}`;
	const head = `${first}${fields.map(field => field + end()).join('')}${end()}`;
	return `${head}${body}GET /k${number}c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
}

/** What a log says was taken for requests: {number: 'abc'}, in the order of the letters. */
function marksOf(lines) {
	const marks = new Map();
	for (const line of lines) {
		const match = /\/k(\d+)([abc])/.exec(line);
		if (match) marks.set(match[1], [...new Set([...(marks.get(match[1]) ?? ''), match[2]])].sort().join(''));
	}
	return marks;
}

describe('behind proxies', { skip: missing.length ? `there is no ${missing.join(', no ')}` : false }, () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-proxies-'));
	const servers = {};
	const children = [];
	const ports = {};
	let haproxyLog = '';

	async function untilListening(port) {
		for (let i = 0; i < 200; i++) {
			const open = await new Promise(resolve => {
				const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
				socket.on('connect', () => socket.destroy());
			});
			if (open) return;
			await sleep(50);
		}
		throw new Error(`nothing listens on ${port}`);
	}

	before(async () => {
		const options = { args: ['--log-requests'], config: { server: { requestTimeout: 3, maxConnectionsPerAddress: 4000 } } };
		for (const name of ['direct', 'nginx', 'haproxy']) servers[name] = await startServer(options);
		ports.direct = servers.direct.port;
		ports.nginx = await sparePort();
		writeFileSync(
			path.join(folder, 'nginx.conf'),
			`
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit;
events { worker_connections 1024; }
http {
	log_format marks '$request_uri $upstream_status'; access_log ${folder}/access.log marks;
	client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
	client_header_timeout 3s; client_body_timeout 3s;
	upstream lectern { server 127.0.0.1:${servers.nginx.port}; keepalive 8; }
	server {
		listen 127.0.0.1:${ports.nginx};
		location / { proxy_pass http://lectern; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_request_buffering off; }
	}
}
`,
		);
		children.push(spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }));
		ports.haproxy = await sparePort();
		writeFileSync(
			path.join(folder, 'haproxy.cfg'),
			`
global
	log stdout format raw local0
defaults
	mode http
	log global
	log-format "%HU %s"
	timeout connect 3s
	timeout client 3s
	timeout server 5s
	http-reuse always
frontend in
	bind 127.0.0.1:${ports.haproxy}
	default_backend lectern
backend lectern
	server lectern 127.0.0.1:${servers.haproxy.port}
`,
		);
		const haproxy = spawn('haproxy', ['-db', '-f', path.join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'pipe', 'ignore'] });
		haproxy.stdout.on('data', part => (haproxyLog += part.toString('latin1')));
		children.push(haproxy);
		await untilListening(ports.nginx);
		await untilListening(ports.haproxy);
	});

	after(async () => {
		for (const child of children) {
			const ended = new Promise(resolve => child.on('exit', resolve));
			child.kill('SIGTERM');
			await ended;
		}
		for (const server of Object.values(servers)) await server.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it(`understands ${count} odd requests in one way`, { timeout: 600_000 }, async () => {
		const random = randomNumbers(20_260);
		const connections = Array.from({ length: count }, (_, index) => makeConnection(index, random));
		for (const port of Object.values(ports)) {
			let next = 0;
			const send = async () => {
				while (next < connections.length) await sendRaw(port, Buffer.from(connections[next++], 'utf8'), { wait: 700 });
			};
			await Promise.all(Array.from({ length: 60 }, send));
		}
		await sleep(4000);
		// A refused request is no request.
		const isRefused = line => / (400|413|414|431|501|505) \d+ bytes/.test(line);
		const taken = server => marksOf(server.stderr.split('\n').filter(line => !isRefused(line)));
		const direct = taken(servers.direct);
		const nginxLog = readFileSync(path.join(folder, 'access.log'), 'latin1').split('\n');
		const proxies = {
			nginx: [marksOf(nginxLog.filter(line => !line.endsWith(' -'))), taken(servers.nginx)],
			haproxy: [marksOf(haproxyLog.split('\n').filter(line => !line.includes('<NOSRV>'))), taken(servers.haproxy)],
		};
		assert.ok(direct.size > count / 10 && direct.size < count, `${direct.size} were taken`);
		const isPrefix = (one, other) => one.startsWith(other) || other.startsWith(one);
		const different = [];
		for (const [name, [forwarded, arrived]] of Object.entries(proxies)) {
			assert.ok(forwarded.size > count / 10, `${name} forwarded ${forwarded.size}`);
			for (let number = 0; number < count; number++) {
				// Behind a first one whose target is refused, which has no path in the log, lectern goes on.
				const known = marks => (marks.get(String(number)) ?? '').replace(/^[bc]/, 'a$&');
				const [to, at, alone] = [forwarded, arrived, direct].map(known);
				// What arrives behind a proxy is what the proxy took for requests, and no more.
				const bytes = JSON.stringify(connections[number]);
				if ([...at].some(mark => !to.includes(mark))) different.push(`${name} forwarded "${to}", "${at}" arrived: ${bytes}`);
				// One of them may refuse where the other goes on, but they agree in what came before.
				if (!isPrefix(to, alone)) different.push(`${name} understood "${to}", lectern "${alone}": ${bytes}`);
			}
		}
		assert.equal(different.length, 0, `${different.length}:\n${different.slice(0, 8).join('\n')}`);
	});
});
