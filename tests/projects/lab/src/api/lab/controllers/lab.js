'use strict';
// Runs what it is sent, and shows what it gave or threw with all that JSON has no word for.
const utils = require('@strapi/utils');

const AsyncFunction = (async () => {}).constructor;
const names = ['strapi', 'ctx', 'utils', 'q', 'es', 'U', 'seen', 'require'];

function showError(error, depth) {
	const { name, message, details, status, code } = error;
	return {
		'«error»': error.constructor.name,
		name,
		message,
		details: show(details, depth + 1),
		status: show(status),
		code: show(code),
	};
}

function show(value, depth = 0) {
	if (value === undefined) return '«undefined»';
	if (value === null) return null;
	if (typeof value === 'number') return Number.isFinite(value) ? value : `«${value}»`;
	if (typeof value === 'bigint') return `«bigint ${value}»`;
	if (typeof value === 'function') return '«function»';
	if (typeof value !== 'object') return value;
	if (depth > 12) return '«deep»';
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '«Date NaN»' : `«Date ${value.toISOString()}»`;
	if (value instanceof Error) return showError(value, depth);
	if (Array.isArray(value)) return value.map((item) => show(item, depth + 1));
	if (Buffer.isBuffer(value)) return `«buffer ${value.length}»`;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, show(item, depth + 1)]));
}

module.exports = {
	async run(ctx) {
		const uid = (name) => (name.includes('::') ? name : `api::${name}.${name}`);
		const query = (name) => strapi.db.query(name.includes('::') || name.includes('.') ? name : uid(name));
		const seen = [];
		let answer;
		try {
			const run = new AsyncFunction(...names, ctx.request.body.code);
			answer = { value: show(await run(strapi, ctx, utils, query, strapi.entityService, uid, seen, require)) };
		} catch (error) {
			answer = { thrown: show(error) };
		}
		if (seen.length) answer.seen = show(seen);
		ctx.type = 'application/json';
		ctx.body = JSON.stringify(answer);
	},
};
