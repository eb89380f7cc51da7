// strapi.db
import { strict } from '../load/strict.mjs';
import { makeConnection, makeTransactor } from './knex.mjs';
import { makeEntityManager } from './query.mjs';
import { makeQueryBuilder } from './query-builder.mjs';
import { makeTransaction } from './transaction.mjs';

export function makeDb(app, query) {
	const connection = makeConnection(app);
	app.trx = transaction => makeTransactor(app, connection, transaction);
	const schema = () => app.database.schema;
	return strict('strapi.db', {
		query,
		entityManager: makeEntityManager(query),
		queryBuilder: makeQueryBuilder(app),
		connection,
		metadata: app.metadata,
		lifecycles: app.lifecycles.member(),
		get dialect() {
			const { client } = app.database;
			return { client, useReturning: () => true };
		},
		get config() {
			const { connection: given, settings } = app.config.get('database') ?? {};
			const { client } = app.database;
			return strict('strapi.db.config', {
				connection: { ...given, client },
				settings: { forceMigration: true, runMigrations: true, strictSyncSchema: true, ...settings },
				get models() {
					return app.metadata.given;
				},
			});
		},
		getSchemaName: schema,
		getConnection(table) {
			const made = table ? connection(table) : connection;
			return schema() ? made.withSchema(schema()) : made;
		},
		getSchemaConnection: (trx = connection) => (schema() ? trx.schema.withSchema(schema()) : trx.schema),
		...makeTransaction(app),
	});
}
