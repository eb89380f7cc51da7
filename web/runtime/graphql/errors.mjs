// Errors of resolvers as Strapi shows them over GraphQL.
import isEmpty from 'lodash/isEmpty.js';
import pick from 'lodash/pick.js';
import snakeCase from 'lodash/snakeCase.js';
import { isOf } from '../errors.mjs';

const about = (error, code) => ({ error: pick(error, ['name', 'message', 'details']), code });

/** Whether its class, or one above, has such a name: the project may have several graphql-js. */
function isNamed(error, names) {
	for (let at = Object.getPrototypeOf(error); at; at = Object.getPrototypeOf(at)) {
		if (names.includes(at.constructor?.name)) return true;
	}
	return false;
}

/** What Apollo shows of an error of graphql-js, or of its own. */
function ownExtensions(error) {
	const { extensions, ...rest } = error;
	const exception = JSON.parse(JSON.stringify(rest));
	const code = { code: 'INTERNAL_SERVER_ERROR', ...extensions };
	return Object.keys(exception).length ? { ...code, exception } : code;
}

/** {message, located, extensions}. `log` is given errors that the client is told nothing of. */
export function shownError(error, log) {
	if (!(error instanceof Error)) {
		const { default: inspect } = require('graphql/jsutils/inspect.js');
		return { message: `Unexpected error value: ${inspect(error)}`, located: true, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
	}
	const { message } = error;
	if (isEmpty(error)) return { message, located: true, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
	if (isOf(error, 'ForbiddenError') || isOf(error, 'UnauthorizedError')) return { message, extensions: about(error, 'FORBIDDEN') };
	if (isOf(error, 'ValidationError')) return { message, extensions: about(error, 'BAD_USER_INPUT') };
	if (isOf(error, 'ApplicationError') || isOf(error, 'HttpError')) {
		return { message, extensions: about(error, `STRAPI_${snakeCase(error.name).toUpperCase()}`) };
	}
	if (isNamed(error, ['GraphQLError', 'ApolloError'])) return { message, located: true, extensions: ownExtensions(error) };
	log(error);
	return { message: 'Internal Server Error', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}
