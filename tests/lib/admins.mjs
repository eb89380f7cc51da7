// Admins: signing in, and making some whose role has certain permissions.
import assert from 'node:assert/strict';

/** Configuration of a server that admins sign in to as often as they like. */
export const unlimited = { admin: { rateLimit: { enabled: false } } };

/** The super admin of the reference data. */
export const ada = { email: 'ada@example.com', password: 'Adm1nPassw0rd' };

export const bearer = token => ({ Authorization: `Bearer ${token}` });

/** A permission of the content manager: explorer('read', 'api::category.category', ['name']). */
export const explorer = (action, subject, fields, more = {}) => ({
	action: `plugin::content-manager.explorer.${action}`,
	subject,
	properties: { ...(fields && { fields }), ...more.properties },
	conditions: more.conditions ?? [],
});

/** Gives the token. */
export async function signIn(client, body = ada) {
	const answer = await client.request('POST', '/admin/login', { body });
	assert.equal(answer.status, 200, answer.text);
	return answer.json.data.token;
}

/** Makes an admin of a role of their own, with those permissions; gives what sends requests as them. */
export async function makeAdmin(client, token, name, permissions) {
	const send = (method, where, body = null, as = token) => client.request(method, where, { body, headers: bearer(as) });
	const role = await send('POST', '/admin/roles', { name, description: '' });
	assert.equal(role.status, 201, role.text);
	const set = await send('PUT', `/admin/roles/${role.json.data.id}/permissions`, { permissions });
	assert.equal(set.status, 200, set.text);
	const user = { firstname: name, lastname: 'X', email: `${name}@example.com`, roles: [role.json.data.id] };
	const { registrationToken } = (await send('POST', '/admin/users', user)).json.data;
	const registered = await send('POST', '/admin/register', {
		registrationToken,
		userInfo: { firstname: name, lastname: 'X', password: 'Passw0rdOf1' },
	});
	assert.equal(registered.status, 200, registered.text);
	return (method, where, body) => send(method, where, body, registered.json.data.token);
}
