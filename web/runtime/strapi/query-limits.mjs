// Options of strapi::query: what lectern's own parser follows, and whether a query string says what ctx.query has.

const usual = {
	strictNullHandling: true,
	parseArrays: true,
	allowDots: false,
	comma: false,
	allowPrototypes: false,
	plainObjects: false,
	ignoreQueryPrefix: false,
	allowSparse: false,
	interpretNumericEntities: false,
	delimiter: '&',
};
/** The most that lectern's parser takes. */
const most = { arrayLimit: 20000, parameterLimit: 20000, depth: 100 };

const isFollowed = ([key, value]) =>
	key in most ? Number.isInteger(value) && value > 0 : Object.hasOwn(usual, key) && usual[key] === value;

/** Whether only the process can read query strings with these options. */
export const isOwnQuery = config => !Object.entries(config ?? {}).every(isFollowed);

/** {arrayLimit, parameterLimit, depth} of lectern's parser. */
export function limitsOf(config) {
	const limits = { arrayLimit: 100, parameterLimit: 1000, depth: 20 };
	for (const [key, value] of Object.entries(config ?? {})) {
		if (key in most && isFollowed([key, value])) limits[key] = Math.min(value, most[key]);
	}
	return limits;
}

const isPlainName = name => !/^\d+$|[[\]]/.test(name);

/**
 * Whether a query string says the same: code that changes ctx.query in place may put there what none can, such as undefined,
 * which Strapi refuses in filters, dates, long lists, and names with brackets or of digits alone.
 */
export function isPlainQuery(query, { arrayLimit, parameterLimit, depth: deepest }) {
	let count = 0;
	const isPlain = (value, depth) => {
		if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || value === null)
			return ++count <= parameterLimit;
		if (typeof value !== 'object' || depth > deepest) return false;
		const prototype = Object.getPrototypeOf(value);
		if (Array.isArray(value) ? value.length > arrayLimit : prototype !== null && prototype !== Object.prototype) return false;
		if (!Array.isArray(value) && !Object.keys(value).every(isPlainName)) return false;
		const members = Object.values(value);
		return members.length > 0 && members.every(member => isPlain(member, depth + 1));
	};
	return Object.entries(query).every(([name, value]) => isPlainName(name) && isPlain(value, 0));
}
