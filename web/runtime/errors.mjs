// The classes of errors that @strapi/utils has, for projects that don't have it installed, and what an error becomes as an
// answer. Where the project has @strapi/utils, its classes take their place once code has required it.
import createError from 'http-errors';

class ApplicationError extends Error {
	// In the order in which JSON shows them, where code answers with an error.
	name;
	details;
	message;

	constructor(message = 'An application error occured', details = {}) {
		super();
		this.name = 'ApplicationError';
		this.message = message;
		this.details = details;
	}
}

const named = (name, usual, details = {}) =>
	class extends ApplicationError {
		constructor(message = usual, given = details) {
			super(message, given);
			this.name = name;
			this.message = message;
		}
	};

const ValidationError = named('ValidationError', 'A validation error occured');
const ForbiddenError = named('ForbiddenError', 'Forbidden access');

class YupValidationError extends ValidationError {
	constructor(yupError, message) {
		super('Validation');
		const inner = error => ({
			path: String(error.path ?? '')
				.split('.')
				.filter(Boolean),
			message: error.message,
			name: error.name,
		});
		this.details = { errors: yupError.inner?.length ? yupError.inner.map(inner) : [inner(yupError)] };
		this.message = message || yupError.message;
	}
}

class PolicyError extends ForbiddenError {
	constructor(message = 'Policy Failed', details = {}) {
		super(message, details);
		this.name = 'PolicyError';
		this.message = message;
		this.details = details;
	}
}

export const errors = {
	HttpError: createError.HttpError,
	ApplicationError,
	ValidationError,
	YupValidationError,
	PaginationError: named('PaginationError', 'Invalid pagination'),
	NotFoundError: named('NotFoundError', 'Entity not found'),
	ForbiddenError,
	UnauthorizedError: named('UnauthorizedError', 'Unauthorized'),
	RateLimitError: named('RateLimitError', 'Too many requests, please try again later.'),
	PayloadTooLargeError: named('PayloadTooLargeError', 'Entity too large'),
	PolicyError,
	NotImplementedError: named('NotImplementedError', 'This feature is not implemented yet'),
};

/** By name, each class that counts: of the runtime and of the project's @strapi/utils. */
const known = Object.fromEntries(Object.entries(errors).map(([name, Class]) => [name, [Class]]));

const statuses = {
	UnauthorizedError: 401,
	ForbiddenError: 403,
	PolicyError: 403,
	NotFoundError: 404,
	PayloadTooLargeError: 413,
	RateLimitError: 429,
	NotImplementedError: 501,
};

/** Something of Strapi's that code uses and that is not there: refused, and named. */
export class Missing extends errors.NotImplementedError {
	constructor(what) {
		super(`The project's code uses ${what}, which lectern does not have`);
	}
}

const envelope = ({ status, name, message, details }) => ({ status, body: { data: null, error: { status, name, message, details } } });

const statusOf = error => Object.entries(statuses).find(([name]) => isOf(error, name))?.[1] ?? 400;

/** What the driver of SQLite throws: its name is none of what JSON shows. */
export class SqliteError extends Error {
	constructor(message, code) {
		super(message);
		this.code = code;
	}
}
Object.defineProperty(SqliteError.prototype, 'name', { value: 'SqliteError', writable: true, configurable: true });

/** What the driver of PostgreSQL throws. */
class DatabaseError extends Error {
	constructor(message, code) {
		super(message);
		this.name = 'error';
		this.code = code;
	}
}

class InvalidTimeError extends Error {}
class InvalidDateError extends Error {}
class InvalidDateTimeError extends Error {}

/** The classes of @strapi/database, by the names that their errors have. */
const ofDates = { InvalidTimeFormat: InvalidTimeError, InvalidDateFormat: InvalidDateError, InvalidDatetimeFormat: InvalidDateTimeError };

/** A unique index of the database that was broken: no validator has looked, as code wrote by itself or a hook changed the data. */
const UNIQUE = 'This attribute must be unique';

function databaseError({ message }, client) {
	const sqlite = client === 'sqlite';
	if (message === UNIQUE) {
		return sqlite
			? new SqliteError('UNIQUE constraint failed', 'SQLITE_CONSTRAINT_UNIQUE')
			: new DatabaseError('duplicate key value violates unique constraint', '23505');
	}
	return sqlite ? new SqliteError(message, 'SQLITE_ERROR') : new DatabaseError(message, '42703');
}

const isOfDatabase = ({ name, message, details }) =>
	(name === 'ValidationError' && message === UNIQUE && !details?.errors) || (name === 'Error' && message.startsWith('no such column'));

const ofLanguage = { TypeError, RangeError };

/** An error that came from lectern, as the class that it has here. `client` names the database of what code asked for by itself. */
export function ownError(error, client) {
	const { name, message, details, status } = error;
	if (client && isOfDatabase(error)) return databaseError(error, client);
	if (name === 'ValidationError' && Array.isArray(details?.errors)) {
		return Object.assign(new errors.YupValidationError({ inner: [] }, message), { details });
	}
	const Class = errors[name];
	if (Class && name !== 'HttpError') return new Class(message, details);
	if (ofLanguage[name]) return new ofLanguage[name](message);
	if (ofDates[name]) return Object.assign(new ofDates[name](message), { name, details });
	if (status !== 500) return error;
	// An Error as JavaScript has it: only of those with a name of their own is there more to tell.
	delete error.status;
	if (name === 'Error') delete error.details;
	return error;
}

/** Makes the classes of the project's own @strapi/utils those that are thrown and told apart here. */
export function adopt(classes) {
	for (const [name, Class] of Object.entries(classes ?? {})) {
		if (typeof Class !== 'function' || known[name]?.includes(Class)) continue;
		(known[name] ??= []).push(Class);
		errors[name] = Class;
	}
}

/** Whether an error is of that class of @strapi/utils, or of one below it. A class of the project's with the same name is not. */
export function isOf(error, name) {
	return (known[name] ?? []).some(Class => error instanceof Class);
}

/** The name that an error of a hook's comes back with from lectern's GraphQL, which knows no names but Strapi's. */
export const AS_IT_IS = 'ErrorAsItIs';

/** {status, body} as strapi::errors answers. `log` is given errors that the client is told nothing of. */
export function answerOf(error, log) {
	if (isOf(error, 'ApplicationError')) {
		const { name, message, details } = error;
		return envelope({ status: statusOf(error), name, message, details });
	}
	if (isOf(error, 'HttpError')) return envelope(error);
	log(error);
	const made = error instanceof Error ? createError(error) : createError(500);
	return envelope(made.expose ? made : createError(made.status || 500));
}

export const httpAnswer = (status, message, details = {}) => envelope(createError(status, message, { details }));
