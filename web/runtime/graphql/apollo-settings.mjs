// Which of what config/plugins says of Apollo Server is code that stands around requests.

/** Functions that are called for each request. */
const functions = ['formatError', 'formatResponse', 'context', 'dataSources'];

const hooks = ['serverWillStart', 'requestDidStart'];
const isFunction = value => typeof value === 'function';

/** Whether there is something to call: also plugins that are objects of a class. */
const isPlugin = plugin => isFunction(plugin) || hooks.some(hook => isFunction(plugin?.[hook]));

/** The paths of what is called, below `apolloServer`. */
export function calledOf(settings) {
	const named = (key, fits) =>
		(Array.isArray(settings?.[key]) ? settings[key] : []).flatMap((one, i) => (fits(one) ? [`${key}[${i}]`] : []));
	return [...functions.filter(key => isFunction(settings?.[key])), ...named('plugins', isPlugin), ...named('validationRules', isFunction)];
}
