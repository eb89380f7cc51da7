// The project's migrations: the files of database/migrations, each of which is run once, before the tables are made. lectern has
// begun a transaction, in which all that a migration does through knex is done, with the row that says so.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { follow } from './course.mjs';
import { Transaction } from './strapi/transaction.mjs';

const TABLE = 'strapi_migrations';

/** In the order in which Strapi runs them. */
function namesIn(folder) {
	if (!existsSync(folder)) return [];
	const isMigration = name => /^[^.].*\.(js|sql)$/.test(name) && statSync(path.join(folder, name)).isFile();
	return readdirSync(folder)
		.filter(isMigration)
		.sort((a, b) => a.localeCompare(b, 'en'));
}

/** The names of those that were run. The table is made as Strapi makes it. */
async function namesRun(knex, schema) {
	if (await schema.hasTable(TABLE)) return knex.select('name').from(TABLE);
	await schema.createTable(TABLE, table => {
		table.increments('id');
		table.string('name');
		table.datetime('time', { useTz: false });
	});
	return [];
}

async function runFile(app, knex, file) {
	if (file.endsWith('.sql')) return knex.raw(readFileSync(file, 'utf8'));
	return app.project.require(file).up(knex);
}

/** Runs the first that the database has not seen. Gives its name, or null where there is none. */
export function migrate(app, ask) {
	return follow({ ask }, async () => {
		app.database = (await app.link.call('sql.describe', [], ask)).value;
		const folder = path.join(app.project.directory, 'database/migrations');
		const knex = app.trx(new Transaction(app, 0));
		const run = (await namesRun(knex, app.strapi.db.getSchemaConnection(knex))).map(row => row.name);
		const name = namesIn(folder).find(found => !run.includes(found));
		if (!name) return null;
		try {
			await runFile(app, knex, path.join(folder, name));
		} catch (error) {
			error.message = `the migration database/migrations/${name} failed, and is undone: ${error.message}`;
			throw error;
		}
		await knex.insert({ name, time: new Date() }).into(TABLE);
		return name;
	});
}
