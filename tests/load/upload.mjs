#!/usr/bin/env node
// Whether the server's memory grows with the file that is uploaded.
// usage: LECTERN=build/lectern node tests/load/upload.mjs [BYTES]     (1000000000)
import { statSync } from 'node:fs';
import path from 'node:path';
import { growthWhile, makeLargeProject, uploadBytes } from '../lib/large_upload.mjs';
import { startServer } from '../lib/server.mjs';

const bytes = Number(process.argv[2] ?? 1e9);
const server = await startServer({ folder: makeLargeProject(), ownsFolder: true });
await uploadBytes(server, 1e6);
const began = performance.now();
const { result, growth } = await growthWhile(server, () => uploadBytes(server, bytes));
const seconds = (performance.now() - began) / 1000;
if (result.status !== 200) throw new Error(JSON.stringify(result));
const whole = statSync(path.join(server.folder, 'public', result.json[0].url)).size === bytes;
await server.stop();
console.log(
	`${bytes} bytes in ${seconds.toFixed(1)} s, ${whole ? 'whole' : 'NOT whole'}: memory grew by ${growth} KiB at most (aim: 8192)`,
);
process.exitCode = whole && growth < 8192 ? 0 : 1;
