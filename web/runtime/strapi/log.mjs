// strapi.log: lines in lectern's log, or what config/logger makes of them where it names transports of winston.
import { format } from 'node:util';
import { strict } from '../load/strict.mjs';

/** The levels of winston, in their order, and those of lectern. */
const levels = { error: 'error', warn: 'warn', info: 'info', http: 'debug', verbose: 'debug', debug: 'debug', silly: 'debug' };
const colors = { error: 31, warn: 33, info: 32, http: 32, verbose: 36, debug: 34, silly: 35 };
const names = Object.keys(levels);

/** What winston's loggers have beside this: named when code asks for it. */
const ofWinston = [
	...['add', 'remove', 'clear', 'close', 'configure', 'transports', 'format', 'defaultMeta', 'exceptions', 'rejections', 'exitOnError'],
	...['profile', 'profilers', 'startTimer', 'query', 'stream', 'setLevels', 'pipe', 'unpipe', 'write', 'end', 'on', 'once', 'emit'],
];

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

function makeOwn(app, level) {
	const log = strict('strapi.log', { level }, ofWinston);
	const isShown = name => names.indexOf(name) <= names.indexOf(log.level);
	const write = (name, args) => void (isShown(name) && app.link.log(levels[name] ?? 'info', format(...args)));
	for (const name of names)
		log[name] = (...args) => {
			write(name, args);
			if (args.length === 1 && isObject(args[0]) && args[0].message) mark(args[0], name);
			return log;
		};
	log.log = (name, ...args) => {
		if (isObject(name)) {
			write(name.level, [name.message]);
			mark(name, name.level);
			return log;
		}
		write(name, args);
		if (args.length === 1 && isObject(args[0])) mark(args[0], name);
		return log;
	};
	log.levels = Object.fromEntries(names.map((name, i) => [name, i]));
	log.isLevelEnabled = name => name in levels && isShown(name);
	for (const name of names) log[`is${capital(name)}Enabled`] = () => isShown(name);
	log.child = () => log; // What it would add to each line is not part of Strapi's lines.
	return log;
}

/** A logger of winston, as Strapi makes it, by what the project has installed. */
function makeWinston(app, config) {
	try {
		return app.project.require('@strapi/logger').createLogger(config);
	} catch (error) {
		if (error.code !== 'MODULE_NOT_FOUND') throw error;
	}
	return app.project.require('winston').createLogger({ level: 'silly', ...config });
}

export function makeLog(app) {
	const config = app.config.get('logger', {});
	return config?.transports ? makeWinston(app, config) : makeOwn(app, config?.level ?? 'silly');
}
