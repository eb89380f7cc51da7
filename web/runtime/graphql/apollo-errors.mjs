// Errors of GraphQL as Apollo Server 3 has them, for code that formats them or hears of them.
import isEmpty from 'lodash/isEmpty.js';
import omit from 'lodash/omit.js';
import { ownError } from '../errors.mjs';
import { shownError } from './errors.mjs';

/** Errors whose answer was not heard of are dropped when there are so many. */
const MOST = 1000;

/** The class that Apollo's are made of. */
export class ApolloError extends Error {
	constructor(message, code, extensions) {
		super(message);
		this.extensions = { ...extensions, code };
	}
}

const namedError = (name, code) =>
	class extends ApolloError {
		constructor(message) {
			super(message, code);
			Object.defineProperty(this, 'name', { value: name });
		}
	};

const classes = {
	GRAPHQL_PARSE_FAILED: namedError('SyntaxError', 'GRAPHQL_PARSE_FAILED'),
	GRAPHQL_VALIDATION_FAILED: namedError('ValidationError', 'GRAPHQL_VALIDATION_FAILED'),
	BAD_USER_INPUT: namedError('UserInputError', 'BAD_USER_INPUT'),
	PERSISTED_QUERY_NOT_FOUND: namedError('PersistedQueryNotFoundError', 'PERSISTED_QUERY_NOT_FOUND'),
	PERSISTED_QUERY_NOT_SUPPORTED: namedError('PersistedQueryNotSupportedError', 'PERSISTED_QUERY_NOT_SUPPORTED'),
};

/** An error of one of Apollo's classes, by its code. */
export const coded = (code, message) => new classes[code](message);

/** What resolvers and hooks threw: lectern is told a number, which comes back with its answer. */
export class Thrown {
	constructor() {
		this.errors = new Map();
		this.next = 1;
	}

	keep(error) {
		const number = this.next++;
		this.errors.set(number, error);
		if (this.errors.size > MOST) this.errors.delete(this.errors.keys().next().value);
		return number;
	}

	take(number) {
		const error = this.errors.get(number);
		this.errors.delete(number);
		return error;
	}
}

/** As graphql-js has what is thrown and is no error. */
function asError(thrown) {
	if (thrown instanceof Error) return thrown;
	return new Error(shownError(thrown).message);
}

function original({ thrown, error }, kept) {
	if (thrown) return asError(kept.take(thrown) ?? new Error('Internal Server Error'));
	const { name, message, details } = error;
	if (name === 'Error' || name === 'InternalServerError') return new Error(message);
	return ownError(Object.assign(new Error(message), { name, details }));
}

/** Where the lines of a text begin. */
function linesOf(text) {
	const lines = [0];
	for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r]/g)) lines.push(index + end.length);
	return lines;
}

/** An error of lectern's answer as graphql-js would have made it: {message, locations, path, extensions}. */
export function errorOf({ GraphQLError, Source }, { message, locations, path, extensions }, text, kept) {
	const { lectern, ...shown } = extensions ?? {};
	const lines = linesOf(text);
	const positions = locations?.map(({ line, column }) => (lines[line - 1] ?? 0) + column - 1);
	const from = lectern && original(lectern, kept);
	const isOwn = from && !isEmpty(from.extensions);
	const error = new GraphQLError(
		from?.message ?? message,
		undefined,
		positions && new Source(text, 'GraphQL request'),
		positions,
		path,
		from,
		isOwn ? from.extensions : lectern ? undefined : shown,
	);
	return !lectern && shown.code in classes ? withClass(error, classes[shown.code]) : error;
}

/** An error of graphql-js as one of Apollo's classes. */
export function withClass(error, Class) {
	const copy = Class ? new Class(error.message) : new ApolloError(error.message);
	for (const [key, value] of Object.entries(error)) if (key !== 'extensions') copy[key] = value;
	copy.extensions = { ...copy.extensions, ...error.extensions };
	copy.extensions.code ??= 'INTERNAL_SERVER_ERROR';
	const own = Object.getOwnPropertyNames(error).map(key => [key, { value: error[key] }]);
	Object.defineProperty(copy, 'originalError', { value: Object.defineProperties({}, Object.fromEntries(own)) });
	return copy;
}

export const withCode = (error, code) => withClass(error, classes[code]);

function enriched(error, debug) {
	const hidden = Object.fromEntries(['nodes', 'source', 'positions'].map(key => [key, { value: error[key] || undefined }]));
	const made = Object.create(Object.getPrototypeOf(error), {
		name: { value: error.name },
		message: { value: error.message, enumerable: true, writable: true },
		locations: { value: error.locations || undefined, enumerable: true },
		path: { value: error.path || undefined, enumerable: true },
		...hidden,
		originalError: { value: error.originalError },
	});
	const exception = omit({ ...error.extensions?.exception, ...error.originalError }, 'extensions');
	if (debug) exception.stacktrace ??= (error.originalError?.stack ?? error.stack)?.split('\n');
	made.extensions = { ...error.extensions, code: error.extensions?.code || 'INTERNAL_SERVER_ERROR', exception };
	if (!Object.keys(exception).length) delete made.extensions.exception;
	return made;
}

/** Only what clients get of an error. */
function printable(error) {
	if (!(error instanceof Error)) return error;
	const { message, locations, path, extensions } = error;
	return { message, ...(locations && { locations }), ...(path && { path }), ...(extensions && { extensions }) };
}

/** Strapi's own formatter. `log` is given errors that the client is told nothing of. */
export function strapiFormat(error, log) {
	const { originalError } = error;
	if (isEmpty(originalError) || originalError instanceof ApolloError) return error;
	const { message, located, extensions } = shownError(originalError, log);
	return located ? error : Object.assign(new ApolloError(message, extensions.code), { extensions });
}

/** As Apollo's formatApolloErrors. */
export function formatErrors(errors, format, debug) {
	return errors
		.map(error => enriched(error, debug))
		.map(error => {
			try {
				return printable(format(error));
			} catch (thrown) {
				return printable(enriched(debug ? thrown : new ApolloError('Internal server error'), debug));
			}
		});
}
