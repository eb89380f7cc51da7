// What sign-ins cost others: the time of a point read while nobody signs in, and while 32 clients do nothing else.
// usage: node tests/load/sign_in.mjs [--seconds 10] [--clients 32] [--database URL]
// Fails when the p99 of the reads is more than 5 times what it is in quiet.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Client } from '../lib/http.mjs';
import { startServer } from '../lib/server.mjs';

const readers = 4;
const pause = 2; // ms between two reads of one reader
const most = 5;

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Reads one entry again and again; the times in ms, sorted. */
async function read(base, seconds) {
	const client = new Client(base, { connections: readers });
	const times = [];
	const end = Date.now() + seconds * 1000;
	await Promise.all(
		Array.from({ length: readers }, async (_, reader) => {
			for (let i = 0; Date.now() < end; i++) {
				const began = process.hrtime.bigint();
				const { status } = await client.get(`/api/categories/${1 + ((i + reader) % 24)}`);
				if (status !== 200) throw new Error(`status ${status}`);
				times.push(Number(process.hrtime.bigint() - began) / 1e6);
				await sleep(pause);
			}
		}),
	);
	client.close();
	return times.sort((a, b) => a - b);
}

/** In a process of its own: signs in until it is told to stop, then says how often. */
async function hammer(base, clients) {
	const client = new Client(base, { connections: clients });
	let going = true;
	let done = 0;
	process.once('message', () => (going = false));
	await Promise.all(
		Array.from({ length: clients }, async (_, number) => {
			for (let i = 0; going; i++) {
				// Half of them know the password.
				const body = { identifier: `user${1 + (number % 4)}`, password: number % 2 ? `Passw0rd${1 + (number % 4)}` : `guess${i}` };
				const { status } = await client.request('POST', '/api/auth/local', { body });
				if (status !== 200 && status !== 400) throw new Error(`status ${status}`);
				done++;
			}
		}),
	);
	client.close();
	process.send(done);
	process.disconnect();
}

const show = (name, times) =>
	console.log(
		`${name.padEnd(18)} ${String(times.length).padStart(6)} reads  p50 ${percentile(times, 0.5).toFixed(2)} ms  p99 ` +
			`${percentile(times, 0.99).toFixed(2)} ms  max ${times.at(-1).toFixed(2)} ms`,
	);

async function measure({ seconds, clients, database }) {
	const config = { plugins: { 'users-permissions': { config: { ratelimit: { enabled: false } } } } };
	const server = await startServer({ config, args: database ? ['--database', database] : [] });
	await read(server.base, 1);
	const quiet = await read(server.base, seconds);
	show('quiet', quiet);
	const child = fork(fileURLToPath(import.meta.url), ['--hammer', server.base, '--clients', String(clients)]);
	await sleep(1000);
	const began = Date.now();
	const loaded = await read(server.base, seconds);
	show(`${clients} sign in`, loaded);
	const answered = new Promise((resolve, reject) => child.on('message', resolve).on('error', reject));
	child.send('stop');
	const count = await answered;
	console.log(
		`${(count / ((Date.now() - began + 1000) / 1000)).toFixed(1)} sign-ins a second; ${(server.memory('VmHWM') / 1024).toFixed(0)} ` +
			'MiB at most',
	);
	await server.stop();
	const ratio = percentile(loaded, 0.99) / percentile(quiet, 0.99);
	console.log(`p99 is ${ratio.toFixed(2)} times that in quiet`);
	process.exitCode = ratio < most ? 0 : 1;
}

const { values } = parseArgs({
	options: {
		seconds: { type: 'string', default: '10' },
		clients: { type: 'string', default: '32' },
		database: { type: 'string' },
		hammer: { type: 'string' },
	},
});
if (values.hammer) await hammer(values.hammer, Number(values.clients));
else await measure({ seconds: Number(values.seconds), clients: Number(values.clients), database: values.database });
