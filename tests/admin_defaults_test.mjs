// The roles of admins that every database has, as Strapi makes them at its start, and what becomes of their permissions.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, runCommand } from './lib/server.mjs';

const columns = `p.id, p.action, p.subject, p.action_parameters as parameters, p.properties, p.conditions, l.role_id as role`;
const rowsOf = `select ${columns} from admin_permissions p join admin_permissions_role_links l on l.permission_id = p.id order by p.id`;
const rolesOf = 'select id, name, code, description from admin_roles order by id';
const json = value => (typeof value === 'string' ? JSON.parse(value) : value);

/** Rows as they can be compared: the languages of the super admin are those of the data. */
const read = rows =>
	rows.map(row => {
		const properties = json(row.properties);
		if (properties.locales) properties.locales = 'all';
		return { ...row, properties, conditions: json(row.conditions), parameters: json(row.parameters) };
	});

function define(name, open) {
	describe(`admins' roles of a new database on ${name}`, () => {
		let folder, sql, args, close, strapi;
		before(async () => {
			folder = makeProject();
			const file = path.join(folder, '.tmp/data.db');
			strapi = { rows: sqlite(file, rowsOf), roles: sqlite(file, rolesOf) };
			rmSync(file);
			({ sql, args, close } = await open(file));
			const made = await runCommand(['migrate', folder, ...args]);
			assert.equal(made.code, 0, made.stderr);
		});
		after(async () => {
			rmSync(folder, { recursive: true });
			await close();
		});

		it('are those that Strapi makes, with their permissions', () => {
			assert.deepEqual(sql(rolesOf), strapi.roles);
			const [mine, theirs] = [read(sql(rowsOf)), read(strapi.rows)];
			// Strapi has deleted those that list no language at the same start.
			assert.deepEqual(mine, theirs);
			assert.deepEqual(json(sql("select value from strapi_core_store_settings where key = 'core_admin_auth'")[0].value), {
				providers: { autoRegister: false, defaultRole: null, ssoLockedRoles: null },
			});
		});

		it('stay as they are at the next start, and give the super admin what is new', async () => {
			const before = sql(rowsOf);
			await runCommand(['migrate', folder, ...args]);
			assert.deepEqual(sql(rowsOf), before);
			const file = path.join(folder, 'src/api/office/content-types/office/schema.json');
			const model = JSON.parse(readFileSync(file, 'utf8'));
			delete model.attributes.city;
			model.attributes.town = { type: 'string', required: true };
			writeFileSync(file, JSON.stringify(model));
			// What lectern does not know may be a plugin's.
			sql("update admin_permissions set action = 'plugin::other.do' where action = 'admin::webhooks.read'");
			assert.equal((await runCommand(['migrate', folder, ...args])).code, 0);
			const offices = read(sql(rowsOf)).filter(row => row.subject === 'api::office.office' && row.properties.fields);
			const of = role => offices.filter(row => row.role === role).map(row => row.properties.fields);
			assert.deepEqual(of(1), Array(3).fill(['chain', 'town']));
			assert.deepEqual(of(2), Array(3).fill(['chain', 'town']));
			const actions = sql(rowsOf).map(row => row.action);
			assert.ok(actions.includes('plugin::other.do') && actions.includes('admin::webhooks.read'));
		});

		it('let the first admin in', async () => {
			const made = await runCommand(['admin', 'create', 'a@example.com', 'A', '--generate-password', '--project', folder, ...args]);
			assert.equal(made.code, 0, made.stderr);
			assert.equal(sql('select role_id from admin_users_roles_links')[0].role_id, 1);
		});
	});
}

define('SQLite', async file => ({ sql: text => sqlite(file, text), args: [], close: async () => {} }));
define('PostgreSQL', async () => {
	const cluster = await Cluster.create();
	cluster.sql('CREATE DATABASE fresh', 'postgres');
	const sql = text => {
		if (!text.startsWith('select')) return cluster.sql(text, 'fresh');
		return JSON.parse(cluster.sql(`select coalesce(json_agg(t), '[]') from (${text}) t`, 'fresh'));
	};
	return { sql, args: ['--database', cluster.url('fresh')], close: () => cluster.destroy() };
});
