#!/usr/bin/env node
// Measures files: served beside nginx, on one processor each, and uploaded, beside Strapi where its project is named. See
// bench/README.md.
// usage: bench/files.mjs [--lectern build-release/lectern] [--seconds 5] [--uploads 20] [--strapi FOLDER] [--json OUT.json]
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sleep } from '../tests/lib/expect.mjs';
import { beginStrapi, readArguments, runWrk } from './measure.mjs';

const options = readArguments({ seconds: '5', uploads: '20', strapi: null, json: null });
const { makeProject, sparePort, startServer } = await import('../tests/lib/server.mjs');
const { readDatabase } = await import('../tests/lib/data.mjs');
const { Client } = await import('../tests/lib/http.mjs');
const { sendForm } = await import('../tests/lib/forms.mjs');

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const results = {};
const middle = list => list.sort((a, b) => a - b)[1];

/* ---- served ---- */

async function startNginx(folder) {
	const port = await sparePort();
	const where = mkdtempSync(path.join(os.tmpdir(), 'lectern-nginx-'));
	writeFileSync(
		path.join(where, 'nginx.conf'),
		`${process.getuid() === 0 ? 'user root; ' : ''}worker_processes 1; daemon off; pid ${where}/pid; error_log ${where}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
types { image/jpeg jpg; } default_type application/octet-stream;
server { listen 127.0.0.1:${port}; root ${folder}; } }`,
	);
	const child = spawn('taskset', ['-c', '0', 'nginx', '-c', path.join(where, 'nginx.conf'), '-e', path.join(where, 'error.log')], {
		stdio: 'ignore',
	});
	for (let i = 0; i < 100 && !(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)); i++) await sleep(50);
	return { base: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

async function measure(url, connections) {
	const { requests, microseconds, errors } = await runWrk(url, { seconds: Number(options.seconds), connections, core: '1' });
	if (errors) throw new Error(`${url}: ${errors} errors`);
	return (requests * 1e6) / microseconds;
}

async function serve() {
	const folder = makeProject();
	const uploads = path.join(folder, 'public/uploads');
	mkdirSync(uploads, { recursive: true });
	writeFileSync(path.join(uploads, 'small.jpg'), randomBytes(20 * 1024));
	writeFileSync(path.join(uploads, 'large.bin'), randomBytes(10 * 1024 * 1024));
	const lectern = await startServer({ folder, wrap: ['taskset', '-c', '0'], env: { LECTERN_THREADS: '1' } });
	const nginx = await startNginx(path.join(folder, 'public'));
	const shapes = [
		['a picture of 20 KiB', '/uploads/small.jpg', 32, 0.8],
		['a file of 10 MiB', '/uploads/large.bin', 4, 1],
	];
	for (const [name, target, connections, aim] of shapes) {
		const rates = { lectern: [], nginx: [] };
		// By turns, as the machine is not the same at all times.
		for (let turn = 0; turn < 3; turn++)
			for (const [who, base] of [
				['lectern', lectern.base],
				['nginx', nginx.base],
			])
				rates[who].push(await measure(base + target, connections));
		const [ours, theirs] = [middle(rates.lectern), middle(rates.nginx)];
		results[name] = { lectern: ours, nginx: theirs, ratio: ours / theirs, aim };
	}
	nginx.stop();
	await lectern.stop();
	rmSync(folder, { recursive: true, force: true });
}

/* ---- uploaded ---- */

/** A picture of about 3 MB that looks like a photograph: shapes with some noise. */
function photograph() {
	const code = `
import sys
from PIL import Image, ImageFilter
noise = Image.effect_noise((3600, 2400), 60).convert("RGB")
shapes = Image.radial_gradient("L").resize((3600, 2400)).convert("RGB")
Image.blend(noise.filter(ImageFilter.GaussianBlur(0.8)), shapes, 0.6).save(sys.stdout.buffer, "JPEG", quality=93)
`;
	const made = spawnSync('/usr/bin/python3', ['-c', code], { maxBuffer: 1 << 26 });
	if (made.status !== 0) throw new Error(`python3 with Pillow is needed to make a photograph: ${made.stderr}`);
	return made.stdout;
}

const children = pid =>
	readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.filter(name => {
			try {
				return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))[1]) === pid;
			} catch {
				return false;
			}
		})
		.map(Number);

const memory = pid => {
	try {
		const found = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
		return (found ? Number(found[1]) : 0) + children(pid).reduce((sum, child) => sum + memory(child), 0);
	} catch {
		return 0;
	}
};

/** Milliseconds of processor time that a process and its children have taken. */
function processor(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// utime, stime, and those of children that have ended, in ticks of 10 ms.
		const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field) * 10, 0);
		return own + children(pid).reduce((sum, child) => sum + processor(child), 0);
	} catch {
		return 0;
	}
}

async function upload(base, pid, photo) {
	const count = Number(options.uploads);
	const client = new Client(base, { connections: 4 });
	const one = async () => {
		const { status, text } = await sendForm(client, 'POST', '/api/upload', [['files', photo, 'photo.jpg', 'image/jpeg']], full);
		if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
	};
	await one();
	let peak = 0;
	const watch = setInterval(() => (peak = Math.max(peak, memory(pid))), 20);
	const began = performance.now();
	const taken = processor(pid);
	let left = count;
	const worker = async () => {
		while (left-- > 0) await one();
	};
	await Promise.all([worker(), worker(), worker(), worker()]);
	const rate = (count * 1000) / (performance.now() - began);
	const cost = (processor(pid) - taken) / count;
	clearInterval(watch);
	client.close();
	return { rate, cost, peak: peak / 1024 };
}

/** A project of Strapi's own in another folder, with its node_modules and its database anew. */
async function startStrapi(from) {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-strapi-'));
	for (const name of readdirSync(from))
		if (!['node_modules', '.tmp', 'public', 'wild'].includes(name))
			cpSync(path.join(from, name), path.join(folder, name), { recursive: true });
	symlinkSync(path.join(from, 'node_modules'), path.join(folder, 'node_modules'));
	mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
	mkdirSync(path.join(folder, '.tmp'));
	writeFileSync(path.join(folder, '.tmp/data.db'), readDatabase());
	const port = await sparePort();
	const config = path.join(folder, 'config/server.json');
	writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), host: '127.0.0.1', port }));
	const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' };
	const child = spawn(process.execPath, ['-e', beginStrapi], { cwd: folder, env, stdio: 'ignore' });
	const base = `http://127.0.0.1:${port}`;
	for (let i = 0; !(await fetch(`${base}/_health`).catch(() => null)); i++) {
		if (i === 600 || child.exitCode !== null) throw new Error('Strapi does not start');
		await sleep(200);
	}
	const stop = async () => {
		child.kill('SIGKILL');
		await sleep(200);
		rmSync(folder, { recursive: true, force: true });
	};
	return { base, pid: child.pid, stop };
}

const photo = photograph();
await serve();
const lectern = await startServer();
const strapi = options.strapi ? await startStrapi(path.resolve(options.strapi)) : null;
const turns = { lectern: [], strapi: [] };
for (let turn = 0; turn < 3; turn++) {
	turns.lectern.push(await upload(lectern.base, lectern.child.pid, photo));
	if (strapi) turns.strapi.push(await upload(strapi.base, strapi.pid, photo));
}
await lectern.stop();
await strapi?.stop();
const summary = list => ({
	rate: middle(list.map(({ rate }) => rate)),
	cost: middle(list.map(({ cost }) => cost)),
	peak: Math.max(...list.map(({ peak }) => peak)),
});
const uploaded = { photograph: photo.length, lectern: summary(turns.lectern) };
results['uploads a second'] = uploaded;
if (strapi) {
	uploaded.strapi = summary(turns.strapi);
	uploaded.ratio = uploaded.lectern.rate / uploaded.strapi.rate;
	uploaded.processor = uploaded.strapi.cost / uploaded.lectern.cost;
	uploaded.memory = uploaded.lectern.peak / uploaded.strapi.peak;
}

for (const name of ['a picture of 20 KiB', 'a file of 10 MiB']) {
	const { lectern: ours, nginx, ratio, aim } = results[name];
	console.log(`${name}: lectern ${ours.toFixed(0)} a second, nginx ${nginx.toFixed(0)}: ${ratio.toFixed(2)} (aim ${aim})`);
}
const shown = ({ rate, cost, peak }) =>
	`${rate.toFixed(2)} a second, ${cost.toFixed(0)} ms of processor time each, at most ${peak.toFixed(0)} MiB`;
console.log(`a photograph of ${(photo.length / 1e6).toFixed(1)} MB with all formats: lectern ${shown(uploaded.lectern)}`);
if (strapi)
	console.log(
		`  Strapi ${shown(uploaded.strapi)}: ${uploaded.ratio.toFixed(1)} times as many (aim 5), ` +
			`${uploaded.processor.toFixed(1)} times the processor time, ${uploaded.memory.toFixed(2)} of the memory (aim 0.25)`,
	);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
