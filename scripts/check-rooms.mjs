#!/usr/bin/env node
// Checks the layout of src/ against docs/architecture.md:
// - A room includes doors of the rooms before it in the table of rooms, and its own headers. Nothing else.
// - A function with external linkage is declared in one header: that of its file, of its folder, or the door of its room.
// - The opening comment of a door says which threads may call what is in it; headers inside the room say what differs.
// - No two structs have the same name, but those that each database's driver defines.
// Prints one line for each mistake and ends with 1 when there are any.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));
const rooms = [...readFileSync(join(source, 'meson.build'), 'utf8').matchAll(/^ {2}'([a-z/]+)',$/gm)].map(match => match[1]);
const mistakes = [];

const files = readdirSync(source, { recursive: true }).filter(name => /\.[ch]$/.test(name));
const known = new Set(files);
const roomOf = file => rooms.find(room => file.startsWith(room + '/'));
const isDoor = file => {
	const room = roomOf(file);
	return room !== undefined && [`${room}/${basename(room)}.h`, `${room}/${room.replace('/', '_')}.h`].includes(file);
};

// The header that an #include names, as a path below src/; null for headers of libraries.
function resolveInclude(file, name) {
	return [join(dirname(file), name), name].find(path => known.has(path)) ?? null;
}

for (const file of files) {
	const room = roomOf(file);
	if (!room) continue;
	for (const [, name] of readFileSync(join(source, file), 'utf8').matchAll(/^#include "([^"]+)"/gm)) {
		const path = resolveInclude(file, name);
		if (!path) continue;
		const other = roomOf(path);
		if (other === room) continue;
		if (rooms.indexOf(other) > rooms.indexOf(room)) mistakes.push(`src/${file}: includes ${path}, of a room behind ${room}`);
		// Tests may look inside.
		else if (!isDoor(path) && !file.endsWith('_test.c')) mistakes.push(`src/${file}: includes ${path}, which is no door`);
	}
}

// Functions that a file defines, by name. clang-format puts the opening brace of a function on a line of its own.
function definedIn(text) {
	const definitions = text.matchAll(/^(?!static|typedef|struct [a-z_]+ \{|enum)[a-z][^;{}#=]*?\b([a-z_0-9]+)\([^;{}]*\)\n\{/gm);
	return [...definitions].map(match => match[1]);
}

const declared = new Map(); // function -> headers
for (const file of files.filter(name => name.endsWith('.h'))) {
	const text = readFileSync(join(source, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
	for (const [, name] of text.matchAll(/^(?!static|typedef|#)[a-z][^;{}#=]*?\b([a-z_0-9]+)\([^;{}]*\)\s*;/gm))
		declared.set(name, [...(declared.get(name) ?? []), file]);
	// Declared by the typedef of its type: graphql_resolver resolve_find;
	for (const [, name] of text.matchAll(/^(?!typedef|extern|static|struct|enum)[a-z][a-z_0-9]* ([a-z_0-9]+);/gm))
		declared.set(name, [...(declared.get(name) ?? []), file]);
}
for (const file of files.filter(name => name.endsWith('.c') && !name.endsWith('_test.c'))) {
	if (!roomOf(file)) continue;
	for (const name of definedIn(readFileSync(join(source, file), 'utf8'))) {
		if (name.startsWith('lectern_')) continue; // include/lectern.h
		const headers = declared.get(name) ?? [];
		if (headers.length === 0) mistakes.push(`src/${file}: ${name} is declared in no header`);
		else if (headers.length > 1) mistakes.push(`src/${file}: ${name} is declared in ${headers.join(' and ')}`);
		else {
			const header = headers[0];
			const allowed = [file.replace(/\.c$/, '.h')];
			for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) allowed.push(`${folder}/${basename(folder)}.h`);
			const door = [...known].filter(isDoor).find(path => roomOf(path) === roomOf(file));
			if (!allowed.includes(header) && header !== door) mistakes.push(`src/${file}: ${name} is declared in ${relative('.', header)}`);
		}
	}
}

for (const file of files.filter(isDoor)) {
	const [opening] = readFileSync(join(source, file), 'utf8').match(/^\/\*[^]*?\*\//) ?? [''];
	if (!/\bthreads?\b/i.test(opening)) mistakes.push(`src/${file}: its opening comment says nothing of threads`);
}

const structs = new Map(); // name -> file
for (const file of files.filter(name => !name.endsWith('_test.c') && !/\/(fake|test)_[a-z_]+\.h$/.test(name))) {
	for (const [, name] of readFileSync(join(source, file), 'utf8').matchAll(/^(?:static )?struct ([a-z_0-9]+) \{$/gm)) {
		if (structs.has(name) && !name.startsWith('driver_')) mistakes.push(`src/${file}: struct ${name} is in ${structs.get(name)}, too`);
		structs.set(name, file);
	}
}

for (const mistake of mistakes) console.log(mistake);
if (mistakes.length > 0) {
	console.log(`${mistakes.length} mistakes in the layout`);
	process.exit(1);
}
