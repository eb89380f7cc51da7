// JavaScript values as JSON. What JSON has not is an object with a tag: {"@": "date", "value": "2026-11-22T00:00:00.000Z"}. A
// key of an object's own that begins with @ has another @ before it.

/** Values nested deeper are refused. */
const DEEPEST = 250;

function errorToTagged(error, depth, above) {
	const tagged = { '@': 'error', name: String(error.name), message: String(error.message) };
	if (Number.isInteger(error.status ?? error.statusCode)) tagged.status = error.status ?? error.statusCode;
	if (typeof error.expose === 'boolean') tagged.expose = error.expose;
	if (error.code !== undefined && typeof error.code !== 'object') tagged.code = toTagged(error.code, depth + 1, above);
	if (error.details !== undefined) tagged.details = toTagged(error.details, depth + 1, above);
	if (typeof error.stack === 'string') tagged.stack = error.stack.slice(0, 8192);
	return tagged;
}

/** What toISOString() would be if the local time were that of UTC. */
export const localText = date => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();

/** With the text that String() makes of it, and the local time where that is another one than UTC's. */
function dateToTagged(date) {
	if (Number.isNaN(date.getTime())) return { '@': 'date', value: null, text: 'Invalid Date' };
	const local = date.getTimezoneOffset() ? localText(date) : undefined;
	return { '@': 'date', value: date.toISOString(), text: String(date), local };
}

function objectToTagged(value, depth, above) {
	if (depth > DEEPEST) throw new RangeError(`a value is nested more than ${DEEPEST} levels deep`);
	if (above.includes(value)) throw new TypeError('a value contains itself');
	if (value instanceof Date) return dateToTagged(value);
	if (value instanceof Uint8Array) {
		return { '@': 'buffer', value: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
	}
	above.push(value);
	let tagged;
	if (value instanceof Error) tagged = errorToTagged(value, depth, above);
	else if (Array.isArray(value)) tagged = Array.from(value, item => toTagged(item, depth + 1, above));
	else if (typeof value.toJSON === 'function') tagged = toTagged(value.toJSON(), depth + 1, above);
	else {
		tagged = {};
		for (const key of Object.keys(value)) {
			Object.defineProperty(tagged, key.startsWith('@') ? '@' + key : key, {
				value: toTagged(value[key], depth + 1, above),
				enumerable: true,
			});
		}
	}
	above.pop();
	return tagged;
}

function toTagged(value, depth, above) {
	switch (typeof value) {
		case 'undefined':
		case 'symbol':
			return { '@': 'undefined' };
		case 'bigint':
			return { '@': 'bigint', value: String(value) };
		case 'number':
			return Number.isFinite(value) ? value : { '@': 'number', value: String(value) };
		case 'function':
			return { '@': 'function', value: value.name };
		case 'object':
			return value === null ? null : objectToTagged(value, depth, above);
		default:
			return value;
	}
}

/** The value as JSON. Throws for one that contains itself, or is nested too deep. */
export const encode = value => JSON.stringify(toTagged(value, 0, []));

/** An error that came as a tag. Classes of @strapi/utils are told apart by their names. */
function errorOf(tagged) {
	const error = new Error(tagged.message);
	for (const key of ['status', 'expose', 'code', 'details']) if (key in tagged) error[key] = tagged[key];
	// Code may answer with it: a plain Error has nothing that JSON.stringify shows.
	if (tagged.name !== 'Error') error.name = tagged.name;
	return error;
}

function untag(value) {
	switch (value['@']) {
		case 'undefined':
		case 'function':
			return undefined;
		case 'date':
			return new Date(value.value ?? NaN);
		case 'buffer':
			return Buffer.from(value.value, 'base64');
		case 'bigint':
			return BigInt(value.value);
		case 'number':
			return Number(value.value);
		case 'error':
			return errorOf(fromTagged(value, true));
		default:
			return fromTagged(value, true);
	}
}

function fromTagged(value, isUntagged = false) {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(item => fromTagged(item));
	if (!isUntagged && '@' in value) return untag(value);
	const plain = {};
	for (const key of Object.keys(value)) {
		Object.defineProperty(plain, key.startsWith('@@') ? key.slice(1) : key, {
			value: fromTagged(value[key]),
			enumerable: true,
			writable: true,
			configurable: true,
		});
	}
	return plain;
}

/** The value that stands in a text of `encode` or of lectern. */
export function decode(text) {
	if (!text) return undefined;
	const value = JSON.parse(text);
	return text.includes('"@') ? fromTagged(value) : value;
}
