// PostgreSQL servers, a pooler and a balancer of the tests' own, on spare ports, from Debian's packages. What they need
// lies in a temporary folder. Their programs refuse to run as root: then they run as the user postgres.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPostgresData, root } from './data.mjs';
import { sleep } from './expect.mjs';
import { sparePort } from './server.mjs';

const programs = '/usr/lib/postgresql';
const version = existsSync(programs)
	? readdirSync(programs)
			.sort((a, b) => a - b)
			.at(-1)
	: undefined;
const isRoot = process.getuid() === 0;
const asUser = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];

function run(command, args, { input, user = true } = {}) {
	const line = [...(user ? asUser : []), command, ...args];
	const { status, stdout, stderr, error } = spawnSync(line[0], line.slice(1), { input, encoding: 'utf8', cwd: '/', maxBuffer: 1 << 28 });
	if (error) throw error;
	if (status !== 0) throw new Error(`${line.join(' ')}: ${status}\n${stdout}${stderr}`);
	return stdout.trim();
}

const program = name => path.join(programs, version, 'bin', name);

/** A temporary folder that the servers may write to. */
export function serverFolder(name) {
	const folder = mkdtempSync(path.join(tmpdir(), `lectern-${name}-`));
	if (isRoot) {
		const [uid, gid] = ['-u', '-g'].map(flag => Number(run('id', [flag, 'postgres'], { user: false })));
		chownSync(folder, uid, gid);
	}
	return folder;
}

async function listening(port) {
	for (let i = 0; i < 200; i++) {
		const open = await new Promise(resolve => {
			const socket = net.connect(port, '127.0.0.1', () => resolve(true));
			socket.on('error', () => resolve(false));
			socket.on('connect', () => socket.destroy());
		});
		if (open) return;
		await sleep(50);
	}
	throw new Error(`nothing listens on port ${port}`);
}

/** One PostgreSQL server. `database` holds a fresh copy of the recorded data. */
export class Cluster {
	static database = 'content';

	constructor(folder, port) {
		this.folder = folder;
		this.data = path.join(folder, 'data');
		this.port = port;
	}

	/** A primary with the recorded data. `settings`: lines of postgresql.conf. */
	static async create(settings = []) {
		const cluster = new Cluster(serverFolder('postgres'), await sparePort());
		run(program('initdb'), ['-D', cluster.data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8', '--no-sync']);
		cluster.configure(['fsync = off', 'wal_level = replica', 'max_connections = 50', ...settings]);
		cluster.start();
		cluster.load();
		return cluster;
	}

	configure(lines) {
		const file = path.join(this.data, 'postgresql.conf');
		const own = ["listen_addresses = '127.0.0.1'", `port = ${this.port}`, `unix_socket_directories = '${this.folder}'`];
		run('tee', ['-a', file], { input: `\n${[...own, ...lines].join('\n')}\n` });
	}

	load(name = Cluster.database) {
		this.sql(`CREATE DATABASE ${name}`, 'postgres');
		run('psql', [...this.where(name), '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null'], { input: readPostgresData() });
		this.sql('ANALYZE', name);
	}

	/** A streaming replica of this server. */
	async createReplica() {
		const replica = new Cluster(serverFolder('replica'), await sparePort());
		run(program('pg_basebackup'), [
			'-h',
			'127.0.0.1',
			'-p',
			`${this.port}`,
			'-U',
			'postgres',
			'-D',
			replica.data,
			'-R',
			'-X',
			'stream',
			'--no-sync',
			'-c',
			'fast',
		]);
		replica.configure([]);
		replica.start();
		return replica;
	}

	where(name = Cluster.database) {
		return ['-h', '127.0.0.1', '-p', `${this.port}`, '-U', 'postgres', '-X', '-A', '-t', '-d', name];
	}

	url(name = Cluster.database) {
		return `postgres://postgres@127.0.0.1:${this.port}/${name}`;
	}

	sql(text, name = Cluster.database) {
		return run('psql', [...this.where(name), '-v', 'ON_ERROR_STOP=1', '-c', text]);
	}

	/** How many connections lectern has. */
	connections() {
		return Number(this.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'lectern'"));
	}

	pids() {
		return this.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'lectern'").split('\n').filter(Boolean).map(Number);
	}

	control(...args) {
		run(program('pg_ctl'), ['-D', this.data, '-w', '-t', '60', '-l', path.join(this.folder, 'log'), ...args]);
	}

	start() {
		this.control('start');
		this.running = true;
	}

	stop(mode = 'fast') {
		this.control('stop', '-m', mode);
		this.running = false;
	}

	restart() {
		this.control('restart', '-m', 'fast');
	}

	postmaster() {
		return Number(readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
	}

	/** Starts a server that was killed: its processes take a moment to notice, and until then there can't be another. */
	async recover() {
		this.running = false;
		for (let attempt = 1; !this.running; attempt++) {
			try {
				this.start();
			} catch (error) {
				if (attempt === 50) throw error;
				await new Promise(resolve => setTimeout(resolve, 100));
			}
		}
	}

	/** Sends a signal to the server and all its processes. */
	signal(name) {
		const postmaster = this.postmaster();
		const children = run('ps', ['-o', 'pid=', '--ppid', `${postmaster}`], { user: false })
			.split('\n')
			.map(Number);
		for (const pid of [postmaster, ...children]) {
			try {
				process.kill(pid, name);
			} catch (error) {
				if (error.code !== 'ESRCH') throw error;
			}
		}
	}

	destroy() {
		if (this.running) this.stop('immediate');
		rmSync(this.folder, { recursive: true, force: true });
	}
}

class Program {
	constructor(folder, port, child) {
		this.folder = folder;
		this.port = port;
		this.child = child;
		this.exited = new Promise(resolve => child.on('exit', resolve));
	}

	/** The program itself is told: runuser, which may have started it, passes nothing on. */
	async stop() {
		process.kill(Number(readFileSync(path.join(this.folder, 'pid'), 'utf8')), 'SIGTERM');
		await this.exited;
		rmSync(this.folder, { recursive: true, force: true });
	}
}

function launch(command, args, { user }) {
	const line = [...(user ? asUser : []), command, ...args];
	return spawn(line[0], line.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' });
}

/** The command of a PgBouncer that carries prepared statements, which needs version 1.21. */
export function carryingBouncer() {
	// Where the user postgres may read, too.
	const folder = path.join(tmpdir(), `lectern-pgbouncer-${process.getuid()}`);
	const { status, stdout, stderr } = spawnSync(path.join(root, 'scripts/newer-pgbouncer'), [folder], { encoding: 'utf8' });
	if (status !== 0) throw new Error(`scripts/newer-pgbouncer: ${stderr}`);
	return stdout.trim().split(' ');
}

/** PgBouncer in transaction mode before a cluster. `lines` are added to its configuration. */
export async function startBouncer(cluster, lines = [], command = ['pgbouncer']) {
	const folder = serverFolder('pgbouncer');
	const port = await sparePort();
	const file = path.join(folder, 'pgbouncer.ini');
	writeFileSync(path.join(folder, 'users.txt'), '"postgres" ""\n');
	writeFileSync(
		file,
		`[databases]
${Cluster.database} = host=127.0.0.1 port=${cluster.port} dbname=${Cluster.database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
logfile = ${folder}/log
pidfile = ${folder}/pid
${lines.join('\n')}
`,
	);
	const bouncer = new Program(folder, port, launch(command[0], [...command.slice(1), '-q', file], { user: true }));
	await listening(port);
	bouncer.url = `postgres://postgres@127.0.0.1:${port}/${Cluster.database}`;
	return bouncer;
}

/** nginx that hands the requests to the servers in turn. */
export async function startBalancer(servers) {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-nginx-'));
	const port = await sparePort();
	const file = path.join(folder, 'nginx.conf');
	writeFileSync(
		file,
		`
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 256; }
http {
	access_log off;
	large_client_header_buffers 4 32k;
	client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
	upstream lecterns { ${servers.map(server => `server 127.0.0.1:${server.port};`).join(' ')} keepalive 16; }
	server {
		listen 127.0.0.1:${port};
		location / {
			proxy_pass http://lecterns;
			proxy_http_version 1.1;
			proxy_set_header Connection "";
			proxy_set_header Host $host;
		}
	}
}
`,
	);
	const balancer = new Program(folder, port, launch('nginx', ['-c', file, '-p', folder], { user: false }));
	await listening(port);
	balancer.base = `http://127.0.0.1:${port}`;
	return balancer;
}
