#!/usr/bin/env node
// Makes a copy of the reference data set, enlarged to so many restaurants.
// usage: bench/make-data COUNT OUT.db
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readDatabase } from '../tests/lib/data.mjs';

const [count, out] = process.argv.slice(2);
if (!/^\d+$/.test(count ?? '') || !out) {
	console.error('usage: bench/make-data COUNT OUT.db');
	process.exit(2);
}
const half = `${out}.new`;
rmSync(half, { force: true });
writeFileSync(half, readDatabase());
const sql = readFileSync(new URL('enlarge.sql', import.meta.url), 'utf8').replaceAll('@COUNT@', count);
const { status } = spawnSync('sqlite3', ['-bail', half], { input: sql, stdio: ['pipe', 'ignore', 'inherit'] });
if (status !== 0) process.exit(1);
renameSync(half, out);
