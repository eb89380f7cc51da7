// What code gives in data and JSON has not — dates, buffers, numbers of any size — stays itself where lectern has left it.
import isPlainObject from 'lodash/isPlainObject.js';
import { localText } from '../values.mjs';

const isBranch = value => Array.isArray(value) || isPlainObject(value);
const isLeaf = value => (typeof value === 'object' && value !== null && !isBranch(value)) || typeof value === 'bigint';

function asJson(leaf) {
	try {
		return typeof leaf === 'bigint' ? String(leaf) : JSON.stringify(leaf);
	} catch {
		return undefined;
	}
}

/** Whether a value is what became of the leaf: a date may be cast to the text of its type. */
function isOf(leaf, value) {
	if (asJson(leaf) === JSON.stringify(value)) return value !== undefined;
	if (!(leaf instanceof Date) || typeof value !== 'string' || Number.isNaN(leaf.getTime())) return false;
	const isPart = text => text.startsWith(value) || text.slice(11, 23) === value;
	return isPart(leaf.toISOString()) || isPart(localText(leaf)) || Date.parse(value) === leaf.getTime();
}

/** Whether there is anything in data that JSON has not. */
export const hasLeaves = given => (isBranch(given) ? Object.values(given).some(hasLeaves) : isLeaf(given));

/** Whether all that JSON has not would be put back. */
export function fits(now, given) {
	if (isLeaf(given)) return isOf(given, now);
	if (!isBranch(given)) return true;
	return Object.entries(given).every(([key, value]) => !hasLeaves(value) || (isBranch(now) && fits(now[key], value)));
}

/** Puts back in place, in what came back, what was given and is wanted. */
export function putBack(now, given, isWanted = () => true) {
	if (!isBranch(now) || !isBranch(given)) return now;
	for (const [key, value] of Object.entries(given)) {
		if (!Object.hasOwn(now, key)) continue;
		if (isLeaf(value)) {
			if (isWanted(value) && isOf(value, now[key])) now[key] = value;
		} else putBack(now[key], value, isWanted);
	}
	return now;
}
