// Whether two answers say the same, but for what each server makes anew: times, tokens, hashes.

const recent = 6 * 3600 * 1000;
const isRecent = time => Math.abs(Date.now() - time) < recent;

function plainText(text) {
	return text
		.replace(/\n {4}at [^]*/, '') // the rest of a stack
		.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g, time => (isRecent(Date.parse(time)) ? 'NOW' : time))
		.replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'JWT')
		.replace(/\$2[aby]\$\d\d\$[A-Za-z0-9./]{53}/g, 'HASH')
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
		.replace(/\b(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/g, 'HEX')
		.replace(/(https?:\/\/)?(localhost|127\.0\.0\.1|0\.0\.0\.0):\d+/g, 'SERVER');
}

const isOwnMeta = (key, value, owner) => key === 'meta' && 'attributes' in owner && Object.keys(value ?? {}).join() === 'availableLocales';

function plain(value) {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value === 'string') return plainText(value);
	if (typeof value === 'number') return value > 1e11 && isRecent(value) ? 'NOW' : value;
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([key, member]) => !isOwnMeta(key, member, value));
	return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, plain(member)]));
}

const short = value => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 160));

function difference(a, b, where = '') {
	if (a === b) return null;
	if (!a || !b || typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b))
		return `${where || 'body'}: ${short(a)} | ${short(b)}`;
	for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
		const found = difference(a[key], b[key], Array.isArray(a) ? `${where}[${key}]` : where ? `${where}.${key}` : key);
		if (found) return found;
	}
	return null;
}

function bodyOf({ text }) {
	try {
		return plain(JSON.parse(text));
	} catch {
		return plainText(text.trim());
	}
}

/** What differs between Strapi's answer and lectern's, in a line, or null. The body of a 405 counts for nothing. */
export function compareAnswers(strapi, lectern) {
	if (strapi.status === 429) return null; // lectern's limits of signing in are its own.
	if (strapi.status !== lectern.status)
		return `${strapi.status} ${strapi.text.slice(0, 200)} | ${lectern.status} ${lectern.text.slice(0, 300)}`;
	return strapi.status === 405 ? null : difference(bodyOf(strapi), bodyOf(lectern));
}

/** Strapi answers bad input with 500; lectern names what is wrong with it (docs/query-reference.md). */
export const isRefusal = (strapi, lectern) => strapi.status === 500 && lectern.status === 400;
