// strapi.db.connection: knex, whose connections are calls of lectern's services. SQL that only reads runs on a connection that reads;
// all else in a transaction of its own, or in the one that code has open.
import { course } from '../course.mjs';
import { SqliteError } from '../errors.mjs';

/** What `pg` makes of the values of PostgreSQL's types; all others are texts. */
const parsers = {
	16: text => text === 't',
	17: text => Buffer.from(text.slice(2), 'hex'),
	21: Number,
	23: Number,
	26: Number,
	114: JSON.parse,
	700: Number,
	701: Number,
	1114: text => new Date(text.replace(' ', 'T')),
	1184: text => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
	1700: Number,
	1007: text => listOf(text).map(Number),
	1009: listOf,
	1015: listOf,
	1016: listOf,
	1005: text => listOf(text).map(Number),
};

/** The items of PostgreSQL's text of a list: {a,"b c",NULL}. */
function listOf(text) {
	const items = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/g) ?? [];
	return items.map(item => {
		if (item.startsWith('"')) return item.slice(1, -1).replace(/\\(.)/g, '$1');
		return item === 'NULL' ? null : item;
	});
}

const two = number => String(number).padStart(2, '0');

/** As `pg` sends a date: the local time with its offset. */
function localTime(date) {
	const offset = -date.getTimezoneOffset();
	const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
	const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
	return `${day}T${time}.${String(date.getMilliseconds()).padStart(3, '0')}${zone}`;
}

function listText(list) {
	const items = list.map(item => {
		if (item === null || item === undefined) return 'NULL';
		if (Array.isArray(item)) return listText(item);
		return `"${String(postgresValue(item)).replace(/[\\"]/g, '\\$&')}"`;
	});
	return `{${items.join(',')}}`;
}

function postgresValue(value) {
	if (value === null || value === undefined) return null;
	if (value instanceof Date) return localTime(value);
	if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
	if (Array.isArray(value)) return listText(value);
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function sqliteValue(value) {
	if (value === undefined) return null;
	return value instanceof Date ? value.valueOf() : value;
}

const reads = /^[\s(]*(select|values|explain|show|pragma)\b/i;
const locks = /\bfor\s+(update|share|no\s+key\s+update|key\s+share)\b|\binto\b|\b(nextval|setval)\s*\(/i;

/** One connection of knex's: by itself, or in a transaction. */
class Connection {
	constructor(app, transaction) {
		this.app = app;
		/** {ask, transaction}: the course of its transaction; none at first. */
		this.within = transaction;
		this.borrowed = transaction !== undefined;
	}

	async control(text) {
		const step = async (name, within) => (await this.app.callIn(within, `transaction.${name}`, [])).value;
		const [word] = text.toUpperCase().match(/^(BEGIN|COMMIT|ROLLBACK TO|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)/);
		if (word === 'SET TRANSACTION' || (this.borrowed && ['BEGIN', 'COMMIT', 'ROLLBACK'].includes(word))) return;
		if (word === 'BEGIN') {
			const { ask = 0 } = course.getStore() ?? {};
			this.within = { ask, transaction: await step('begin', { ask }) };
		} else if (word === 'COMMIT' || word === 'ROLLBACK') {
			const { within } = this;
			this.within = undefined;
			await step(word.toLowerCase(), within);
		} else await step({ SAVEPOINT: 'nest', RELEASE: 'keep', 'ROLLBACK TO': 'undo' }[word], this.within);
	}

	async run(text, values) {
		const within = this.within ?? course.getStore() ?? {};
		const call = async service => (await this.app.callIn(within, service, [text, values])).value;
		if (this.within || within.transaction || !reads.test(text) || locks.test(text)) return call('sql.write');
		try {
			return await call('sql.read');
		} catch (error) {
			if (error.name === 'NotReadOnly') return call('sql.write');
			throw error;
		}
	}

	async ask(text, values) {
		if (/^\s*(begin|commit|rollback|savepoint|release|set\s+transaction)\b/i.test(text)) {
			await this.control(text.trim());
			return { fields: [], rows: [], count: 0, command: '' };
		}
		try {
			return await this.run(text, values);
		} catch (error) {
			if (/^SQLITE_/.test(error.name)) throw new SqliteError(error.message, error.name);
			throw error;
		}
	}
}

const objectOf = (fields, row) => Object.fromEntries(fields.map((field, i) => [field, row[i]]));

const overrides = app => ({
	_driver: () => ({}),
	async acquireConnection() {
		return new Connection(app);
	},
	async releaseConnection() {},
	async destroy(callback) {
		callback?.();
	},
});

/** The client of knex for the database that lectern has. */
function makeClient(app, client) {
	const Base =
		client === 'postgres' ? require('knex/lib/dialects/postgres/index.js') : require('knex/lib/dialects/better-sqlite3/index.js');
	class Client extends Base {
		async _query(connection, query) {
			if (!query.sql) throw new Error('The query is empty');
			const { fields, types, rows, count, id, command } = await connection.ask(query.sql, this.valuesOf(query.bindings ?? []));
			if (client === 'postgres') {
				const parse = (value, i) => (value === null || !parsers[types[i]] ? value : parsers[types[i]](value));
				const read = rows.map(row => objectOf(fields, row.map(parse)));
				query.response = {
					command,
					rowCount: command === 'SELECT' ? rows.length : count,
					rows: read,
					fields: fields.map(name => ({ name })),
				};
			} else if (fields.length) query.response = rows.map(row => objectOf(fields, row));
			else {
				query.response = { changes: count, lastInsertRowid: id };
				query.context = { lastID: id, changes: count };
			}
			return query;
		}

		valuesOf(bindings) {
			return bindings.map(client === 'postgres' ? postgresValue : sqliteValue);
		}
	}
	Object.assign(Client.prototype, overrides(app));
	Object.defineProperty(Client, 'name', { value: Base.name });
	return Client;
}

/** A function that is made when it, or one of its members, is first used. */
function lazily(make) {
	let made;
	const get = () => (made ??= make());
	return new Proxy(() => {}, {
		ownKeys: () => Reflect.ownKeys(get()),
		getOwnPropertyDescriptor(_, key) {
			const found = Reflect.getOwnPropertyDescriptor(get(), key);
			return found && { ...found, configurable: true };
		},
		apply: (_, self, args) => get()(...args),
		get: (_, key) => get()[key],
		has: (_, key) => key in get(),
		set: (_, key, value) => Reflect.set(get(), key, value),
	});
}

export function makeConnection(app) {
	const settings = () => app.database;
	const make = () => {
		const knex = require('knex/lib/index.js');
		const { client, schema } = settings();
		const made = knex({
			client: makeClient(app, client),
			connection: { filename: ':lectern:', schema },
			useNullAsDefault: true,
			pool: { min: 0, max: 1 },
			...(client === 'postgres' && { version: '14.0' }),
		});
		// Code asks for its name.
		made.client.config.client = client === 'postgres' ? client : 'better-sqlite3';
		return made;
	};
	return lazily(make);
}

/** knex within a transaction that strapi.db.transaction has begun. */
export function makeTransactor(app, connection, transaction) {
	return lazily(() => {
		const { client } = connection;
		const bound = Object.create(client);
		const own = new Connection(app, { ask: course.getStore()?.ask ?? 0, transaction: transaction.number });
		bound.transacting = true;
		bound.acquireConnection = async () => own;
		const makeKnex = require('knex/lib/knex-builder/make-knex.js');
		const transactor = makeKnex(bound);
		transactor.isTransaction = true;
		transactor.commit = () => transaction.commit();
		transactor.rollback = () => transaction.rollback();
		transactor.isCompleted = () => transaction.over;
		return transactor;
	});
}
