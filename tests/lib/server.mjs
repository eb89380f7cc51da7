// A real server process on a spare port, with its own fresh copy of the reference project and database.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { dataFolder, readDatabase, root } from './data.mjs';
import { Client, dropIdleConnections } from './http.mjs';

/** The server under test: LECTERN names another than build/lectern. */
export const binary = path.resolve(root, process.env.LECTERN ?? 'build/lectern');

const ready = /^lectern \S+ listening on http:\/\/(\S+):(\d+)$/m;
const complaints = /ERROR: \w*Sanitizer|WARNING: ThreadSanitizer|runtime error:|Assertion .* failed/;

const merge = (base, more) => {
	for (const [key, value] of Object.entries(more)) {
		const both = value && base[key] && typeof value === 'object' && typeof base[key] === 'object' && !Array.isArray(value);
		base[key] = both ? merge(base[key], value) : value;
	}
	return base;
};

/** A fresh copy of the reference project with its database, in a folder of its own. `config` is merged into the files:
 * {server: {requestTimeout: 2}} changes config/server.json. */
export function makeProject(config = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	cpSync(path.join(dataFolder, 'project'), folder, { recursive: true });
	mkdirSync(path.join(folder, '.tmp'));
	writeFileSync(path.join(folder, '.tmp/data.db'), readDatabase());
	for (const [name, more] of Object.entries(config)) {
		const file = path.join(folder, 'config', `${name}.json`);
		const base = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
		writeFileSync(file, JSON.stringify(merge(base, more), null, 2));
	}
	return folder;
}

/* A test that failed may have left its server behind: the file would then never end. */
const running = new Set();
if (process.env.NODE_TEST_CONTEXT)
	after(() => {
		const end = () => running.forEach(server => server.child.kill('SIGKILL'));
		setTimeout(end, 5000).unref(); // other hooks may stop theirs as it should be
	});

export class Server {
	stdout = '';
	stderr = '';

	constructor(child, folder, ownsFolder) {
		this.child = child;
		this.pid = child.pid;
		this.folder = folder;
		this.ownsFolder = ownsFolder;
		this.exited = new Promise(resolve => child.on('exit', (code, signal) => resolve({ code, signal })));
		running.add(this);
		child.on('exit', () => running.delete(this));
		child.stdout.on('data', part => (this.stdout += part));
		child.stderr.on('data', part => (this.stderr += part));
	}

	/** Sends SIGTERM and waits. Fails unless the server ends by itself with exit code 0 and no sanitizer complained. */
	async stop() {
		if (this.base) dropIdleConnections(Number(new URL(this.base).port));
		this.child.kill('SIGTERM');
		const timer = setTimeout(() => this.child.kill('SIGKILL'), 20_000);
		const { code, signal } = await this.exited;
		clearTimeout(timer);
		if (this.ownsFolder) rmSync(this.folder, { recursive: true, force: true });
		if (code !== 0) throw new Error(`the server ended with ${signal ?? code}\n${this.stderr}`);
		if (complaints.test(this.stderr)) throw new Error(`the server complained:\n${this.stderr}`);
	}

	/** Resident memory in KiB: now ("VmRSS") or at its highest ("VmHWM"). */
	memory(field = 'VmRSS') {
		return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))[1]);
	}

	/** Processor time used so far, in clock ticks (10 ms). */
	ticks() {
		const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8')
			.replace(/^.*\) /, '')
			.split(' ');
		return Number(fields[11]) + Number(fields[12]);
	}
}

/** Runs the command with `args` until it ends: resolves with code, stdout, stderr. */
export function runCommand(args, { env = {}, cwd } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(binary, args, { env: { ...cleanEnvironment(), ...env }, cwd, timeout: 20_000 });
		let stdout = '';
		let stderr = '';
		child.stdout.on('data', part => (stdout += part));
		child.stderr.on('data', part => (stderr += part));
		child.on('error', reject);
		child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
	});
}

function cleanEnvironment() {
	const settings = /^(HOST|PORT|NODE_ENV|ENV_PATH|DATABASE_.*|JWT_SECRET|API_TOKEN_SALT|ADMIN_JWT_SECRET)$/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}

/** A port that nothing listens on. */
export function sparePort() {
	return new Promise((resolve, reject) => {
		const probe = net.createServer().on('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}

/** Starts a server and waits until it says that it listens.
 * options: config (see makeProject), folder (an existing project in place of a fresh copy), ownsFolder (it is taken away
 * when the server stops), args, env, cwd,
 * port (a number; a spare one when not given; null: not named on the command line), wrap (a command to run it under),
 * patience (milliseconds until it has to be ready). */
export async function startServer({
	config = {},
	folder,
	ownsFolder = !folder,
	args = [],
	env = {},
	cwd,
	port,
	wrap = [],
	patience = 30_000,
} = {}) {
	const project = folder ?? makeProject(config);
	const where = port === null ? [] : ['--host', '127.0.0.1', '--port', String(port ?? (await sparePort()))];
	const line = [...wrap, binary, 'serve', project, ...where, ...args];
	const began = process.hrtime.bigint();
	// Tests write to PostgreSQL beside the server, and read at once.
	const whole = { LECTERN_CACHE_EXACT: '1', ...cleanEnvironment(), ...env };
	const child = spawn(line[0], line.slice(1), { env: whole, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	const server = new Server(child, project, ownsFolder);
	await new Promise((resolve, reject) => {
		const timer = setTimeout(() => fail(`no ready line in ${patience / 1000} s`), patience);
		const fail = why => {
			clearTimeout(timer);
			child.kill('SIGKILL');
			if (ownsFolder) rmSync(project, { recursive: true, force: true });
			reject(new Error(`the server did not start: ${why}\n${server.stdout}${server.stderr}`));
		};
		child.on('error', error => fail(error.message));
		child.on('exit', (code, signal) => fail(`it ended with ${signal ?? code}`));
		child.stdout.on('data', () => {
			const match = ready.exec(server.stdout);
			if (!match) return;
			clearTimeout(timer);
			server.startMilliseconds = Number(process.hrtime.bigint() - began) / 1e6;
			[server.host, server.port] = [match[1], Number(match[2])];
			server.base = `http://${match[1]}:${match[2]}`;
			resolve();
		});
	});
	child.removeAllListeners('error');
	return server;
}

/** For the body of a describe: starts a server before its tests and stops it after them. `options` are those of startServer,
 * or a function that gives them then. `take` gets {server, client} when they are there. */
export function useServer(take, options) {
	let server;
	let client;
	before(async () => {
		server = await startServer(typeof options === 'function' ? options() : options);
		client = new Client(server.base);
		take({ server, client });
	});
	after(async () => {
		client?.close();
		await server?.stop();
	});
}
