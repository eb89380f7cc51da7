// strapi.log: lines in lectern's log.
import { format } from 'node:util';

const levels = { error: 'error', warn: 'warn', info: 'info', http: 'debug', verbose: 'debug', debug: 'debug', silly: 'debug' };

export function makeLog(app) {
	const write =
		level =>
		(...args) =>
			app.link.log(level, format(...args));
	const log = Object.fromEntries(Object.entries(levels).map(([name, level]) => [name, write(level)]));
	return { ...log, log: (level, ...args) => write(levels[level] ?? 'info')(...args) };
}
