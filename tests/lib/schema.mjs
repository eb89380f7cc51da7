// The tables of a database in a form that can be compared: {table: [a line for each column, index and key]}, sorted.
import { spawnSync } from 'node:child_process';

function collect(rows) {
	const tables = {};
	for (const [table, line] of rows) (tables[table] ??= new Set()).add(line);
	return Object.fromEntries(
		Object.keys(tables)
			.sort()
			.map(table => [table, [...tables[table]].sort()]),
	);
}

/** Runs SQL on an SQLite file; the rows as objects. */
export function sqlite(file, sql) {
	const { status, stdout, stderr } = spawnSync('sqlite3', ['-json', '-cmd', '.timeout 5000', file, sql], {
		encoding: 'utf8',
		maxBuffer: 1 << 26,
	});
	if (status !== 0) throw new Error(`${sql}: ${stderr}`);
	return stdout.trim() ? JSON.parse(stdout) : [];
}

const sqliteParts = [
	`select m.name as t, 'column ' || c.name || ' ' || lower(c.type) || iif(c."notnull", ' not null', '') ||
		iif(c.pk, ' primary key', '') || coalesce(' default ' || c.dflt_value, '') as line
		from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
	`select m.name as t, iif(i."unique", 'unique ', '') || 'index ' || i.name || ' (' ||
		(select group_concat(x.name, ', ') from pragma_index_info(i.name) x) || ')' as line
		from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table'`,
	// Strapi writes each key twice, and the pragma does not tell their names.
	`select m.name as t, 'key ' || k."from" || ' to ' || k."table" || '.' || k."to" || ' on delete ' || k.on_delete ||
		' on update ' || k.on_update as line
		from sqlite_master m, pragma_foreign_key_list(m.name) k where m.type = 'table'`,
];

export function sqliteSchema(file) {
	const rows = sqliteParts.flatMap(part => sqlite(file, part)).map(({ t, line }) => [t, line]);
	return collect(rows.filter(([table]) => !table.startsWith('sqlite_')));
}

/** The names of all foreign keys, as the text of CREATE TABLE has them. */
export function sqliteKeyNames(file) {
	const rows = sqlite(file, "select name as t, sql from sqlite_master where type = 'table'");
	return collect(
		rows.flatMap(({ t, sql }) =>
			[...sql.matchAll(/constraint `([^`]+)` foreign key ?\(`([^`]+)`\)/gi)].map(key => [t, `${key[1]} of ${key[2]}`]),
		),
	);
}

const inSchema = "relnamespace = 'public'::regnamespace";
const postgresParts = [
	`select c.relname, 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
		case when a.attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
		from pg_class c join pg_attribute a on a.attrelid = c.oid
		left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
		where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.${inSchema}`,
	`select t.relname, pg_get_indexdef(i.indexrelid)
		from pg_index i join pg_class t on t.oid = i.indrelid where t.${inSchema}`,
	`select t.relname, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
		from pg_constraint k join pg_class t on t.oid = k.conrelid where t.${inSchema}`,
	`select relname, 'sequence of ' || seqtypid::regtype from pg_sequence join pg_class on pg_class.oid = seqrelid where ${inSchema}`,
];

/** `run` runs SQL and gives the rows as text, a line each, with | between cells. */
export function postgresSchema(run) {
	const lines = postgresParts.flatMap(part => run(part).split('\n').filter(Boolean));
	return collect(lines.map(line => [line.slice(0, line.indexOf('|')), line.slice(line.indexOf('|') + 1)]));
}
