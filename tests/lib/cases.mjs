// Recorded requests: sending them, and comparing an answer with the recorded one.
//
// A case has id, area, method, path, headers, body (JSON or null), and the recorded status and response. What may differ:
//   - an entry's own "meta" (beside "id" and "attributes"): it is demanded, but not compared
//   - times after the data set was made, and JWTs, are replaced by a mark
//   - rule "error": the status, the error's name and any message; "status": the status alone;
//     "component-ids": all but the ids of components; "order": Strapi listed entries in the order of the table's history,
//     here it is by id, so the page, the number of entries and their fields count, and without a sort the ids rise
import { readFileSync } from 'node:fs';
import { dataFolder } from './data.mjs';

let made = readFileSync(`${dataFolder}made.txt`, 'utf8').trim();

/** Compares with another data set from now on: "made-pg.txt" is of the one on PostgreSQL. */
export function useMade(name) {
	made = readFileSync(`${dataFolder}${name}`, 'utf8').trim();
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What earlier answers of a recording gave for later requests: {{jwt}} stands for what was saved as "jwt". */
export class Saved {
	values = {};

	fill({ method, path, headers, body }) {
		const text = JSON.stringify({ headers: headers ?? {}, body: body ?? null });
		return { method, path, ...JSON.parse(text.replace(/\{\{(\w+)\}\}/g, (_, name) => this.values[name] ?? 'missing')) };
	}

	take(recorded, answer) {
		for (const [name, key] of Object.entries(recorded.save ?? {})) this.values[name] = answer.json?.[key];
	}
}

/** The path as it goes over the wire: all that a URL may not hold is percent-encoded, what is encoded stays. */
export function encodePath(path) {
	const kept = /[A-Za-z0-9/?&=[\]$%*:.,\-_~!'()@+;]/;
	let encoded = '';
	for (const byte of Buffer.from(path, 'utf8')) {
		const character = String.fromCharCode(byte);
		encoded += byte < 128 && kept.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}
	return encoded;
}

function comparable(value, key) {
	if (Array.isArray(value)) return value.map(item => comparable(item));
	if (isObject(value)) {
		const keys = Object.keys(value);
		const entry = 'id' in value && 'attributes' in value && keys.every(name => ['id', 'attributes', 'meta'].includes(name));
		return Object.fromEntries(keys.filter(name => !(entry && name === 'meta')).map(name => [name, comparable(value[name], name)]));
	}
	if (typeof value === 'string') {
		if (key === 'jwt') return '<jwt>';
		if (time.test(value) && value > made) return '<time>';
	}
	return value;
}

const shown = value => `${JSON.stringify(value)}`.slice(0, 160);

/** What differs between two JSON values, a line each, at most six. */
export function differences(want, got, at = '$', found = []) {
	if (found.length > 5) return found;
	if (isObject(want) && isObject(got)) {
		for (const key of [...new Set([...Object.keys(want), ...Object.keys(got)])].sort()) {
			if (!Object.hasOwn(want, key)) found.push(`${at}.${key}: not expected, got ${shown(got[key])}`);
			else if (!Object.hasOwn(got, key)) found.push(`${at}.${key}: missing, expected ${shown(want[key])}`);
			else differences(want[key], got[key], `${at}.${key}`, found);
		}
	} else if (Array.isArray(want) && Array.isArray(got)) {
		if (want.length !== got.length) found.push(`${at}: expected ${want.length} items, got ${got.length}`);
		for (let i = 0; i < Math.min(want.length, got.length); i++) differences(want[i], got[i], `${at}[${i}]`, found);
	} else if (want !== got) {
		found.push(`${at}: expected ${shown(want)}, got ${shown(got)}`);
	}
	return found;
}

function withoutComponentIds(value) {
	if (Array.isArray(value)) return value.map(withoutComponentIds);
	if (!isObject(value)) return value;
	const kept = Object.entries(value).filter(([key]) => key !== 'id' || 'attributes' in value);
	return Object.fromEntries(kept.map(([key, item]) => [key, withoutComponentIds(item)]));
}

/** A list as its length and the fields of its entries; a page as it is; all else as nothing. */
function outline(value) {
	if (Array.isArray(value)) {
		const names = value.filter(isObject).flatMap(entry => [...Object.keys(entry), ...Object.keys(entry.attributes ?? {})]);
		return { entries: value.length, fields: [...new Set(names)].filter(name => name !== 'meta').sort() };
	}
	if (!isObject(value)) return null;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'pagination' ? item : outline(item)]));
}

/** The ids of the first list in an answer. */
function listedIds(value) {
	if (Array.isArray(value)) return value.filter(entry => isObject(entry) && 'id' in entry).map(({ id }) => Number(id));
	return isObject(value)
		? (Object.values(value)
				.map(listedIds)
				.find(ids => ids.length) ?? [])
		: [];
}

function compareWithoutOrder({ path, body, response }, got) {
	const ids = listedIds(got);
	const found = differences(outline(response), outline(got));
	if (new Set(ids).size !== ids.length) found.push(`an id twice: ${shown(ids)}`);
	if (!/sort(?!\[\]=$|=$)/.test(path + JSON.stringify(body ?? null)) && ids.some((id, i) => id < ids[i - 1]))
		found.push(`ids should rise, got ${shown(ids)}`);
	return found;
}

function compareBody(recorded, got) {
	let want = recorded.response;
	if (recorded.rule === 'status') return [];
	if (recorded.rule === 'error') {
		const error = isObject(got) ? got.error : null;
		if (!isObject(error) || !error.message) return [`expected an error object with a message, got ${shown(got)}`];
		return differences(want.error.name, error.name, '$.error.name');
	}
	if (recorded.rule === 'order') return compareWithoutOrder(recorded, got);
	if (recorded.rule === 'component-ids') [want, got] = [withoutComponentIds(want), withoutComponentIds(got)];
	return differences(comparable(want), comparable(got));
}

function entriesWithoutMeta(got) {
	const entries = isObject(got) ? [got.data].flat() : [];
	return entries.filter(entry => isObject(entry) && 'attributes' in entry && !Array.isArray(entry.meta?.availableLocales));
}

/** What is wrong with an answer to a case; empty when nothing is. `answer` has status and json (or text). */
export function compareCase(recorded, answer) {
	const got = answer.json === undefined ? answer.text || null : answer.json;
	const wrong = compareBody(recorded, got);
	if (answer.status !== recorded.status) wrong.unshift(`status: expected ${recorded.status}, got ${answer.status}`);
	if (recorded.method === 'GET' && answer.status === 200 && entriesWithoutMeta(got).length)
		wrong.push('an entry without meta.availableLocales');
	return wrong;
}
