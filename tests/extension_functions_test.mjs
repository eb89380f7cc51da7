// The functions of lectern.h that routes and hooks call, and how each fails.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertError, sleep } from './lib/expect.mjs';
import { useExtended } from './lib/extensions.mjs';
import { full, user } from './lib/extension_examples.mjs';
import { sqlite } from './lib/schema.mjs';

describe('functions of extensions', () => {
	// Every failure that can be made at run time, as a route each.
	const source = `#include <lectern.h>
#include <string.h>

static const char uid[] = "api::category.category";

static bool run(void *context, lectern_call *call)
{
	const char *what = context;
	lectern_value *value = NULL, *object = lectern_new_object(call);
	int64_t count;
	if (!strcmp(what, "silent"))
		return false;
	if (!strcmp(what, "unknown-type"))
		return lectern_find(call, "api::nope.nope", NULL, 0, &value);
	if (!strcmp(what, "bad-query"))
		return lectern_find(call, uid, lectern_json(call, "{\\"sort\\": \\"nope\\"}"), 0, &value);
	if (!strcmp(what, "write"))
		return lectern_create(call, uid, lectern_json(call, "{\\"name\\": \\"x\\"}"), NULL, 0, NULL);
	if (!strcmp(what, "teapot")) {
		lectern_fail(call, 418, "TeapotError", "short and %s", "stout");
		return lectern_fail_details(call, lectern_json(call, "{\\"handle\\": 1}"));
	}
	if (!strcmp(what, "header"))
		return lectern_set_header(call, "X-A", "a\\r\\nX-B: b") && lectern_respond(call, NULL);
	if (!strcmp(what, "length"))
		return lectern_set_header(call, "Content-Length", "1") && lectern_respond(call, NULL);
	if (!strcmp(what, "status"))
		return lectern_set_status(call, 7) && lectern_respond(call, NULL);
	if (!strcmp(what, "swallow")) {
		/* the first is stored, the second fails: swallowing that must not keep the first */
		if (!lectern_create(call, uid, lectern_json(call, "{\\"name\\": \\"swallowed\\"}"), NULL, 0, NULL))
			return false;
		lectern_create(call, uid, lectern_json(call, "{\\"name\\": \\"swallowed\\"}"), NULL, 0, NULL);
		lectern_clear_error(call);
		return lectern_respond(call, lectern_new_text(call, "all is well"));
	}
	if (!strcmp(what, "values")) {
		lectern_value *array = lectern_new_array(call);
		lectern_append(array, lectern_new_integer(call, INT64_MIN));
		lectern_append(array, lectern_new_number(call, 0.1));
		lectern_append(array, lectern_new_number(call, 1e300 * 1e300));
		lectern_append(array, lectern_new_string(call, "a\\0\\xff\\"", 4));
		lectern_append(array, lectern_new_boolean(call, true));
		lectern_set(object, "array", array);
		lectern_put(call, object, "a.b.c", lectern_new_text(call, "d"));
		lectern_set(object, "twice", array);
		lectern_set(object, "copy", lectern_copy(call, array));
		lectern_append(lectern_get(object, "copy"), NULL);
		lectern_unset(object, "nothing");
		lectern_set(object, "length", lectern_new_integer(call, (int64_t)lectern_length(array)));
		lectern_set(object, "path", lectern_path(object, "array.1"));
		lectern_set(object, "none", lectern_path(object, "array.9.x"));
		lectern_set(object, "key", lectern_new_text(call, lectern_key_at(object, 1)));
		lectern_set(object, "member", lectern_member_at(object, 1));
		lectern_set(object, "behind", lectern_new_boolean(call, lectern_key_at(object, 99) || lectern_member_at(object, 99) ||
			lectern_member_at(array, 0)));
		lectern_set(object, "boolean", lectern_new_boolean(call, lectern_as_boolean(lectern_at(array, 4), false) &&
			!lectern_as_boolean(lectern_at(array, 1), false) && lectern_as_boolean(NULL, true)));
		lectern_set(object, "number", lectern_new_number(call, lectern_as_number(lectern_at(array, 1),
			7) + lectern_as_number(lectern_at(array, 3), 7) + lectern_as_number(lectern_new_integer(call, 1), 7)));
		lectern_set(object, "itself", object);
		lectern_set(object, "text", lectern_new_text(call, lectern_write(call, array).data));
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "who")) {
		lectern_text role;
		lectern_value *user;
		if (!lectern_caller_role(call, &role) || !lectern_caller_user(call, &user))
			return false;
		lectern_set(object, "kind", lectern_new_integer(call, lectern_caller_kind(call)));
		lectern_set(object, "id", lectern_new_integer(call, lectern_caller_user_id(call)));
		lectern_set(object, "role", lectern_new_text(call, role.data));
		lectern_set(object, "user", user);
		lectern_set(object, "allowed", lectern_new_boolean(call, lectern_allowed(call, "api::category.category.find")));
		lectern_set(object, "method", lectern_new_text(call, lectern_request_method(call).data));
		lectern_set(object, "path", lectern_new_text(call, lectern_request_path(call).data));
		lectern_set(object, "agent", lectern_new_text(call, lectern_request_header(call, "user-agent").data));
		lectern_set(object, "address", lectern_new_text(call, lectern_request_address(call).data));
		lectern_set(object, "body", lectern_new_text(call, lectern_request_body_text(call).data));
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "private")) {
		lectern_value *as_caller, *full;
		lectern_value *query = lectern_json(call,
			"{\\"filters\\": {\\"code\\": \\"C2\\"}, \\"populate\\": [\\"createdBy\\", \\"restaurants\\"]}");
		if (!lectern_find(call, uid, query, LECTERN_WITH_PRIVATE, &full) || !lectern_count(call, uid, query, 0, &count))
			return false;
		lectern_set(object, "full", lectern_at(full, 0));
		lectern_set(object, "count", lectern_new_integer(call, count));
		if (lectern_find(call, uid, query, LECTERN_AS_CALLER, &as_caller))
			return lectern_fail(call, 500, "Leak", "a caller searched a private field");
		lectern_set(object, "refused", lectern_new_text(call, lectern_error_message(call)));
		lectern_set(object, "status", lectern_new_integer(call, lectern_error_status(call)));
		lectern_set(object, "name", lectern_new_text(call, lectern_error_name(call)));
		lectern_fail_details(call, lectern_json(call, "{\\"of\\": 1}"));
		lectern_set(object, "details", lectern_copy(call, lectern_error_details(call)));
		lectern_log(LECTERN_WARNING, "%s was refused,\\nas it should be", "private");
		lectern_clear_error(call);
		if (!lectern_find_one(call, uid, 2, lectern_json(call, "{\\"populate\\": \\"*\\"}"), LECTERN_AS_CALLER | LECTERN_WRAPPED, &as_caller))
			return false;
		lectern_set(object, "asCaller", as_caller);
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "delete")) {
		if (!lectern_to_integer(lectern_request_part(call, "id"), &count) ||
			!lectern_delete(call, uid, count, lectern_json(call, "{\\"fields\\": [\\"name\\"]}"), 0, &value))
			return false;
		lectern_set(object, "was", value);
		lectern_set(object, "gone", lectern_new_boolean(call, lectern_find_one(call, uid, count, NULL, 0, &value) && !value));
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "config"))
		return lectern_respond(call, object);
	return lectern_fail_not_found(call);
}

static lectern_value *config_copy;

static bool config(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond(call, config_copy);
}

bool lectern_register(lectern_app *app)
{
	static const char *const gets[] = {"silent", "unknown-type", "bad-query", "write", "teapot", "header", "length", "status",
		"values", "who", "private"};
	char path[64] = "/run/";
	config_copy = (lectern_value *)(uintptr_t)lectern_extension_config(app);
	for (size_t i = 0; i < sizeof gets / sizeof *gets; i++) {
		strcpy(path + 5, gets[i]);
		if (!lectern_auth_none(lectern_add_route(app, "GET", path, run, (void *)(uintptr_t)gets[i])))
			return false;
	}
	return lectern_auth_none(lectern_add_route(app, "POST", "/run/swallow", run, "swallow")) &&
	       lectern_auth_none(lectern_add_route(app, "DELETE", "/run/:id", run, "delete")) &&
	       lectern_auth_none(lectern_add_route(app, "PATCH", "/run/who", run, "who")) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/run/config", config, NULL)) &&
	       lectern_has_type(app, uid) && !lectern_has_type(app, "x") && lectern_has_field(app, uid, "name") &&
		!lectern_has_field(app, uid, "x");
}
`;
	let server;
	let client;
	useExtended(
		started => ({ server, client } = started),
		{ run: source },
		{ config: { extensions: { config: { run: { greeting: 'hello' } } } } },
	);
	const refusals = {
		silent: [500, 'InternalServerError', /^Internal Server Error$/],
		'unknown-type': [500, 'InternalServerError', /^Internal Server Error$/],
		'bad-query': [400, 'ValidationError', /nope/],
		write: [500, 'InternalServerError', /^Internal Server Error$/],
		teapot: [418, 'TeapotError', /^short and stout$/],
		header: [500, 'InternalServerError', /./],
		length: [500, 'InternalServerError', /./],
		status: [500, 'InternalServerError', /./],
	};
	for (const [what, [status, name, message]] of Object.entries(refusals))
		it(`fail with an error: ${what}`, async () => {
			const answer = await client.get(`/api/run/${what}`);
			assertError(answer, status, name, message);
			if (what === 'teapot') assert.deepEqual(answer.json.error.details, { handle: 1 });
		});
	it('tell the reason in the log', async () => {
		for (let i = 0; i < 50 && !server.stderr.includes('set the status 7'); i++) await sleep(20);
		for (const reason of [
			/the extension run failed without a reason/,
			/entries of "api::nope\.nope"/,
			/wanted to write where nothing is written/,
			/set the status 7/,
		])
			assert.match(server.stderr, reason);
	});
	it('never keep half a transaction', async () => {
		assertError(await client.request('POST', '/api/run/swallow'), 400, 'ValidationError', /unique/);
		assert.deepEqual(sqlite(path.join(server.folder, '.tmp/data.db'), "SELECT id FROM categories WHERE name = 'swallowed'"), []);
	});
	it('make and read values', async () => {
		const { text, json } = await client.get('/api/run/values');
		const array = [0, 0.1, null, 'a\0\ufffd"', true];
		assert.match(text, /"array":\[-9223372036854775808,0\.1,null,/);
		assert.deepEqual(json.array.slice(1), array.slice(1));
		assert.deepEqual(json.twice, json.array);
		assert.deepEqual(json.copy.slice(1), [...array.slice(1), null]);
		const { a, length, path: at, none, key, itself, member, behind, boolean, number } = json;
		assert.deepEqual(
			{ a, length, at, none, key, itself },
			{ a: { b: { c: 'd' } }, length: 5, at: 0.1, none: null, key: 'a', itself: undefined },
		);
		assert.deepEqual({ member, behind, boolean, number }, { member: a, behind: false, boolean: true, number: 8.1 });
		assert.equal(JSON.parse(json.text).length, 5);
	});
	it('know who is calling, and what was asked', async () => {
		const ask = async headers => (await client.get('/api/run/who', headers)).json;
		const anybody = await ask({ 'User-Agent': 'test' });
		assert.deepEqual(anybody, {
			kind: 0,
			id: 0,
			role: 'public',
			user: null,
			allowed: anybody.allowed,
			method: 'GET',
			path: '/api/run/who',
			agent: 'test',
			address: '127.0.0.1',
			body: '',
		});
		const one = await ask(user(1));
		assert.deepEqual(
			[one.kind, one.id, one.role, one.user.username, one.user.role.type],
			[1, 1, 'authenticated', 'user1', 'authenticated'],
		);
		assert.ok(!('password' in one.user) && !('resetPasswordToken' in one.user));
		assert.deepEqual([(await ask(full)).kind, (await ask(full)).allowed, (await ask(full)).role], [2, true, '']);
		const changed = await client.request('PATCH', '/api/run/who', { headers: user(2), body: '{"a":1}' });
		assert.deepEqual(
			[changed.json.method, changed.json.body, changed.json.id, changed.json.allowed],
			['PATCH', '{"a":1}', 2, (await ask(user(2))).allowed],
		);
	});
	it('find what a caller may not, unless they ask as the caller', async () => {
		const { json } = await client.get('/api/run/private');
		assert.equal(json.full.code, 'C2');
		assert.ok('createdBy' in json.full && Array.isArray(json.full.restaurants));
		assert.equal(json.count, 1);
		assert.deepEqual([json.status, json.refused, json.name, json.details], [400, 'Invalid parameter code', 'ValidationError', { of: 1 }]);
		for (let i = 0; i < 50 && !server.stderr.includes('private was refused'); i++) await sleep(20);
		assert.match(server.stderr, / warning private was refused,\?as it should be$/m);
		assert.deepEqual(Object.keys(json.asCaller), ['id', 'attributes']);
		assert.ok(!('code' in json.asCaller.attributes) && !('createdBy' in json.asCaller.attributes));
	});
	it('delete an entry, and tell what it was', async () => {
		const { json } = await client.request('POST', '/api/categories', { body: { data: { name: 'short-lived' } }, headers: full });
		const { id } = json.data;
		const answer = await client.request('DELETE', `/api/run/${id}`);
		assert.deepEqual(answer.json, { was: { id, name: 'short-lived' }, gone: true });
		assertError(await client.request('DELETE', `/api/run/${id}`), 404, 'NotFoundError');
		assertError(await client.get(`/api/categories/${id}`, full), 404);
	});
	it('read their configuration', async () => {
		assert.deepEqual((await client.get('/api/run/config')).json, { greeting: 'hello' });
	});
});
