// What configuration files are given as `env`, as @strapi/utils has it.
import trim from 'lodash/trim.js';

const has = key => Object.hasOwn(process.env, key);

/** A function that gives the default where there is no such variable, else what `read` makes of it. */
const reading = read => (key, defaultValue) => (has(key) ? read(process.env[key], key) : defaultValue);

function readJson(text, key) {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new Error(`Invalid json environment variable ${key}: ${error.message}`);
	}
}

function readArray(text) {
	const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
	return inner.split(',').map(item => trim(trim(item, ' '), '"'));
}

function oneOf(key, expectedValues, defaultValue) {
	if (!expectedValues) throw new Error('env.oneOf requires expectedValues');
	if (defaultValue && !expectedValues.includes(defaultValue)) {
		throw new Error('env.oneOf requires defaultValue to be included in expectedValues');
	}
	const value = env(key, defaultValue);
	return expectedValues.includes(value) ? value : defaultValue;
}

export const env = Object.assign(
	reading(text => text),
	{
		int: reading(text => parseInt(text, 10)),
		float: reading(parseFloat),
		bool: reading(text => text === 'true'),
		json: reading(readJson),
		array: reading(readArray),
		date: reading(text => new Date(text)),
		oneOf,
	},
);
