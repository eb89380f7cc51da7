// The recorded traffic of Strapi's panel, sent in its order. A line of the recording: number (its place there), project (each begins
// anew), as (who asks), method, path, body or form, status, answer. Secrets are cut to "their first eight…(length)" there: one that an
// answer showed is sent again as this run's.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { makeForm } from './forms.mjs';
import { makeToken, now } from './jwt.mjs';
import { uploadMedia } from './upload_cases.mjs';

/** Files of the recording that are not in tests/data, or are others there. */
const files = {
	'a.txt': () => Buffer.from('hello'),
	'note.txt': () => Buffer.from('a note in a folder'),
	'mark.png': () => uploadMedia('1x1.png'),
	'medium.png': () => uploadMedia('600x400.png'),
};
/** Of some pictures the bytes differ from those of the recording, and so the sizes. */
const others = new Set(['size', 'sizeInBytes', 'nodeVersion']);

const cut = /[0-9a-zA-Z]{8}…\(\d+\)/g;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const loopback = /http:\/\/(127\.0\.0\.1|localhost):\d+/g;

/** The times of the data set. */
const older = /^(20[01]\d|202[0-5]|2026-11-21T01)/;

/** An answer without what differs from run to run. */
function plain(value, key = '') {
	if (Array.isArray(value)) return value.map(item => plain(item, key));
	if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
	if (others.has(key)) return key;
	if (typeof value !== 'string') return value;
	if (time.test(value)) return older.test(value) ? value : 'time';
	if (key === 'code') return value.replace(/-[0-9a-z]{8}$/, '-time');
	return value.replace(/_[0-9a-f]{10}(?=$|\.)/, '_hash').replace(loopback, 'http://server');
}

/** Components and types come in another order in each process of Strapi's. */
function ordered(value, path) {
	const byUid = (a, b) => (a.uid < b.uid ? -1 : 1);
	const copy = structuredClone(value);
	if (/^\/content-(manager|type-builder)\/(components|content-types)/.test(path) && Array.isArray(copy?.data) && copy.data[0]?.uid)
		copy.data.sort(byUid);
	if (Array.isArray(copy?.data?.components)) copy.data.components.sort(byUid);
	return copy;
}

export class Traffic {
	secrets = new Map();
	tokens = { garbage: 'garbage' };

	/** code(): the one that was mailed last. */
	constructor(client, code) {
		this.client = client;
		this.code = code;
	}

	/** Remembers what stands for the secrets of the recording. */
	learn(theirs, ours) {
		if (typeof theirs === 'string') {
			if (theirs.replace(cut, '') === '' && typeof ours === 'string') this.secrets.set(theirs, ours);
		} else if (theirs && ours) for (const name of Object.keys(theirs)) this.learn(theirs[name], ours[name]);
	}

	known = text => text.replace(cut, secret => this.secrets.get(secret) ?? secret);

	token(as) {
		const id = { super: 1, editor: 2, probe: 2 }[as];
		if (id) this.tokens[as] ??= makeToken({ id, iat: now() - 1, exp: now() + 3600 }, { secret: 'adminsecret' });
		return this.tokens[as];
	}

	async send({ as, method, path, body, form }) {
		const headers = this.token(as) ? { Authorization: `Bearer ${this.token(as)}` } : {};
		const target = encodeURI(this.known(path)).replaceAll('%25', '%');
		if (form) {
			const parts = form.map(({ name, value, file, type }) =>
				file ? [name, (files[file] ?? (() => uploadMedia(file)))(), file, type] : [name, value],
			);
			return this.client.request(method, target, makeForm(parts, headers));
		}
		let sent = body === undefined ? null : this.known(JSON.stringify(body));
		if (path.endsWith('/renew-token') && /…/.test(JSON.stringify(body))) sent = JSON.stringify({ token: this.token(as) });
		if (path.endsWith('/reset-password') && /…/.test(JSON.stringify(body)))
			sent = JSON.stringify({ ...body, resetPasswordToken: (this.mailed ??= await this.code()) });
		return this.client.request(method, target, { body: sent, headers });
	}

	/** Sends one; gives what differs, or null. */
	async replay(recorded) {
		const answer = await this.send(recorded);
		const ours = answer.json ?? (/text\/html/.test(answer.headers['content-type']) ? "(the panel's page)" : null);
		this.learn(recorded.answer, ours);
		if (/\/(login|register-admin|reset-password)$/.test(recorded.path) && answer.status === 200) this.tokens.super = ours.data.token;
		if (recorded.path.endsWith('/register') && answer.status === 200)
			this.tokens[recorded.project === 'panel' ? 'editor' : 'probe'] = ours.data.token;
		const known = this.secrets;
		const secret = value =>
			JSON.parse(JSON.stringify(value), (_, item) => (typeof item === 'string' && known.has(item) ? known.get(item) : item));
		const theirs = plain(ordered(secret(recorded.answer ?? null), recorded.path));
		const [got, wanted] = [
			[answer.status, plain(ordered(ours, recorded.path))],
			[recorded.status, theirs],
		];
		if (isDeepStrictEqual(got, wanted)) return null;
		try {
			assert.deepEqual(got, wanted);
		} catch (error) {
			return error.message;
		}
	}
}
