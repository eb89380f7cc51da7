// strapi.log: lines in lectern's log.
import { format } from 'node:util';

const levels = { error: 'error', warn: 'warn', info: 'info', http: 'debug', verbose: 'debug', debug: 'debug', silly: 'debug' };
const colors = { error: 31, warn: 33, info: 32, http: 32, verbose: 36, debug: 34, silly: 35 };

/** The local time as "2026-11-28 07:45:01.234". */
function timestamp() {
	const now = new Date();
	return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().replace('T', ' ').slice(0, -1);
}

/** Strapi's logger, winston, writes level and time into an object that is logged by itself; code may answer with that object. */
function mark(info, level) {
	if (Object.isFrozen(info)) return;
	info.level = colors[level] ? `\u001b[${colors[level]}m${level}\u001b[39m` : level;
	info.timestamp = timestamp();
}

const capital = name => name[0].toUpperCase() + name.slice(1);
const isObject = value => typeof value === 'object' && value !== null;

export function makeLog(app) {
	const write = (level, args) => app.link.log(levels[level] ?? 'info', format(...args));
	const log = {};
	for (const name of Object.keys(levels))
		log[name] = (...args) => {
			write(name, args);
			if (args.length === 1 && isObject(args[0]) && args[0].message) mark(args[0], name);
			return log;
		};
	log.log = (level, ...args) => {
		if (isObject(level)) {
			write(level.level, [level.message]);
			mark(level, level.level);
			return log;
		}
		write(level, args);
		if (args.length === 1 && isObject(args[0])) mark(args[0], level);
		return log;
	};
	log.level = 'silly';
	log.levels = Object.fromEntries(Object.keys(levels).map((name, i) => [name, i]));
	log.isLevelEnabled = name => name in levels;
	for (const name of Object.keys(levels)) log[`is${capital(name)}Enabled`] = () => true;
	log.child = () => log; // What it would add to each line is not part of Strapi's lines.
	return log;
}
