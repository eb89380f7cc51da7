// lectern files check, and export and import with files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { dataFolder } from './lib/data.mjs';
import { media, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { binary, makeProject, startServer } from './lib/server.mjs';

const folders = [];
after(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));
const keep = folder => folders[folders.push(folder) - 1];

const env = { ...process.env, DATABASE_URL: undefined };
const run = (args, input) => spawnSync(binary, args, { input, env, maxBuffer: 1 << 28 });
const uploads = folder => path.join(folder, 'public/uploads');
const database = folder => path.join(folder, '.tmp/data.db');
const listed = folder => readdirSync(uploads(folder)).sort();

/** A project with two uploads: a text, and a picture with its formats. */
async function uploadedProject() {
	const folder = keep(makeProject());
	const server = await startServer({ folder });
	const client = new Client(server.base);
	const made = [];
	for (const part of [
		['files', 'hello', 'note.txt', 'text/plain'],
		['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg'],
	])
		made.push((await sendForm(client, 'POST', '/api/upload', [part], full)).json[0]);
	client.close();
	await server.stop();
	return [folder, ...made];
}

function emptyProject() {
	const folder = keep(mkdtempSync(path.join(tmpdir(), 'lectern-test-')));
	cpSync(path.join(dataFolder, 'project'), folder, { recursive: true });
	return folder;
}

describe('lectern files check', () => {
	const check = (folder, ...more) => {
		const { status, stdout, stderr } = run(['files', 'check', '--project', folder, ...more]);
		return [status, String(stdout), String(stderr)];
	};

	it('finds files without an entry, and entries without their file; --repair deletes both', async () => {
		const [folder, note, photo] = await uploadedProject();
		sqlite(database(folder), 'delete from files where id <= 12');
		const clean = '2 entries, 4 files: 0 entries without their file, 0 files without an entry\n';
		assert.deepEqual(check(folder), [0, clean, '']);
		writeFileSync(path.join(uploads(folder), 'orphan.txt'), 'x');
		writeFileSync(path.join(uploads(folder), 'under-way.txt'), 'x');
		writeFileSync(path.join(uploads(folder), '.note-0000000000000001'), 'insert\nunder-way.txt\n\n');
		rmSync(path.join(uploads(folder), path.basename(photo.formats.small.url)));
		rmSync(path.join(uploads(folder), path.basename(note.url)));
		const found = [
			`no file: entry ${note.id}, ${note.url}`,
			`no file of a format: entry ${photo.id}, small`,
			'no entry: orphan.txt',
			'2 entries, 4 files: 1 entries without their file, 1 files without an entry',
		];
		assert.deepEqual(check(folder), [0, `${found.join('\n')}\n`, '']);
		assert.equal(check(folder, '--repair')[1], `${found.join('\n')}, deleted\n`);
		assert.deepEqual(
			sqlite(database(folder), 'select id from files').map(row => row.id),
			[photo.id],
		);
		assert.ok(!existsSync(path.join(uploads(folder), 'orphan.txt')) && existsSync(path.join(uploads(folder), 'under-way.txt')));
		assert.match(check(folder)[1], /no file of a format[^]*: 0 entries without their file, 0 files without an entry\n$/);
	});

	it('changes nothing where no file at all is there', async () => {
		const [folder] = await uploadedProject();
		sqlite(database(folder), 'delete from files where id <= 12');
		rmSync(uploads(folder), { recursive: true });
		mkdirSync(uploads(folder));
		writeFileSync(path.join(uploads(folder), 'other.txt'), 'x');
		const [status, , stderr] = check(folder, '--repair');
		assert.equal(status, 1);
		assert.match(stderr, /Is it the right one\? Nothing was changed/);
		assert.deepEqual([listed(folder), sqlite(database(folder), 'select id from files').length], [['other.txt'], 2]);
	});
});

describe('export and import with files', () => {
	let folder;
	let archive;
	before(async () => {
		[folder] = await uploadedProject();
		writeFileSync(path.join(uploads(folder), `${'ü'.repeat(100)}.bin`), randomBytes(300_000));
		writeFileSync(path.join(uploads(folder), 'empty.txt'), '');
		const { status, stdout, stderr } = run(['export', folder, '--files']);
		assert.equal(status, 0, String(stderr));
		archive = stdout;
	});

	const tar = args => spawnSync('tar', args, { input: archive, encoding: 'utf8' });

	it('is a tar whose first file is the lines', () => {
		const names = tar(['-tf', '-', '--quoting-style=literal']).stdout.trim().split('\n');
		assert.equal(names[0], 'content.jsonl');
		assert.deepEqual(
			names.slice(1).sort(),
			listed(folder).map(name => `uploads/${name}`),
		);
		assert.equal(tar(['-xOf', '-', 'content.jsonl']).stdout, String(run(['export', folder]).stdout));
	});

	it('arrives whole, also compressed and in another database', () => {
		for (const compressed of [false, true]) {
			const other = emptyProject();
			const input = compressed ? spawnSync('gzip', ['-c'], { input: archive, maxBuffer: 1 << 28 }).stdout : archive;
			const { status, stdout, stderr } = run(['import', other], input);
			assert.equal(status, 0, String(stderr));
			assert.match(String(stdout), /^Imported \d+ entries[^]*Imported 6 files\n$/);
			assert.deepEqual(listed(other), listed(folder));
			for (const name of listed(folder))
				assert.ok(readFileSync(path.join(uploads(other), name)).equals(readFileSync(path.join(uploads(folder), name))), name);
			assert.equal(String(run(['export', other]).stdout), String(run(['export', folder]).stdout));
		}
	});

	const made = members => {
		const from = keep(mkdtempSync(path.join(tmpdir(), 'lectern-tar-')));
		for (const [name, text] of members) {
			mkdirSync(path.dirname(path.join(from, 'd', name)), { recursive: true });
			writeFileSync(path.join(from, 'd', name), text);
		}
		const names = members.map(([name]) => name);
		return spawnSync('tar', ['-cPf', '-', ...names], { cwd: path.join(from, 'd') }).stdout;
	};

	it('shows on a terminal how many files it has written and read', { skip: spawnSync('script', ['-V']).error?.message }, async () => {
		const [from] = await uploadedProject();
		const onTerminal = command => {
			const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
			assert.equal(status, 0, stdout);
			return stdout;
		};
		const archive = path.join(from, 'content.tar');
		assert.match(onTerminal(`'${binary}' export '${from}' --files >'${archive}'`), /Exporting: \[#{30}\] 4 of 4 files, /);
		assert.match(onTerminal(`'${binary}' import '${from}' --replace <'${archive}'`), /Reading: 5 files, /);
	});

	it('what is no such archive leaves nothing', () => {
		const lines = run(['export', folder]).stdout;
		const linked = keep(mkdtempSync(path.join(tmpdir(), 'lectern-tar-')));
		writeFileSync(path.join(linked, 'content.jsonl'), lines);
		symlinkSync('/etc/passwd', path.join(linked, 'link'));
		const links = spawnSync('tar', ['-cf', '-', '--transform=s,^link,uploads/link,', 'content.jsonl', 'link'], { cwd: linked }).stdout;
		const broken = Buffer.from(archive);
		broken.fill(0x41, 300, 400);
		for (const [input, message] of [
			[made([['other.txt', 'x']]), /whose first file is content\.jsonl/],
			[
				made([
					['content.jsonl', lines],
					['../up.txt', 'x'],
				]),
				/belongs nowhere: \.\.\/up\.txt/,
			],
			[
				made([
					['content.jsonl', lines],
					['uploads/a/b.txt', 'x'],
				]),
				/belongs nowhere: uploads\/a\/b\.txt/,
			],
			[
				made([
					['content.jsonl', lines],
					['uploads/.hidden', 'x'],
				]),
				/belongs nowhere/,
			],
			[
				made([
					['content.jsonl', lines],
					['uploads/a', 'x'],
					['uploads/a', 'x'],
				]),
				/twice|neither a file/,
			],
			[
				made([
					['content.jsonl', 'nonsense'],
					['uploads/a.txt', 'x'],
				]),
				/mistakes/,
			],
			[archive.subarray(0, archive.length / 2), /damaged|neither lines/],
			[links, /neither a file nor a folder/],
			[broken, /neither lines of content nor an archive/],
			['garbage', /neither lines of content nor an archive/],
			['', /The input is empty/],
		]) {
			const other = emptyProject();
			const { status, stderr } = run(['import', other], input);
			assert.equal(status, 1, String(stderr));
			assert.match(String(stderr), message);
			assert.deepEqual(existsSync(uploads(other)) ? listed(other) : [], []);
		}
	});
});
