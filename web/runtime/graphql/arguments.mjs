// Arguments of generated fields as parameters of Strapi's services.
import omit from 'lodash/omit.js';
import { errors } from '../errors.mjs';
import { constants } from './constants.mjs';

const combining = ['and', 'or', 'not'];
const operators = [...constants.GRAPHQL_SCALAR_OPERATORS.ID];

const isObject = value => typeof value === 'object' && value !== null && !(value instanceof Date);

function conditions(data) {
	if (Array.isArray(data)) return data.map(conditions);
	if (!isObject(data)) return data;
	return Object.fromEntries(Object.entries(data).map(([key, value]) => [operators.includes(key) ? `$${key}` : key, conditions(value)]));
}

/** `strapi`: for the models that relations lead to. */
export function filtersOf(strapi, filters, type) {
	if (filters === null || filters === undefined) return {};
	if (Array.isArray(filters)) return filters.map(one => filtersOf(strapi, one, type));
	const converted = {};
	for (const [key, value] of Object.entries(filters)) {
		const attribute = type.attributes[key];
		if (key === 'id' || attribute) {
			const target = attribute?.type === 'media' ? 'plugin::upload.file' : (attribute?.target ?? attribute?.component);
			if (target) converted[key] = filtersOf(strapi, value, strapi.getModel(target));
			else if (attribute?.type !== 'dynamiczone' && attribute?.type !== 'relation') converted[key] = conditions(value);
		} else if (combining.includes(key)) {
			converted[`$${key}`] = filtersOf(strapi, value, type);
		}
	}
	return converted;
}

const isGiven = value => value !== null && value !== undefined;

/** start and limit, as Strapi reckons them. */
function pageOf(pagination, usual, most) {
	const rest = omit(pagination, ['start', 'limit', 'page', 'pageSize']);
	const byPage = isGiven(pagination.page) || isGiven(pagination.pageSize);
	const byOffset = isGiven(pagination.start) || isGiven(pagination.limit);
	if (byPage && byOffset) throw new errors.PaginationError('Cannot use both page & offset pagination in the same query');
	let start = pagination.start ?? 0;
	let limit = pagination.limit ?? usual;
	if (byPage) {
		limit = Math.max(1, pagination.pageSize ?? 0);
		start = ((pagination.page ?? 1) - 1) * limit;
	}
	if ((byPage || byOffset) && limit === -1) limit = most;
	if (limit !== -1) limit = Math.max(limit, 1);
	if (most !== -1 && limit >= most) limit = most;
	return { start: Math.max(start, 0), limit, ...rest };
}

/** `config`: of the plugin. */
export function transformArgs(strapi, config, args, { contentType, usePagination = false }) {
	const { pagination = {}, filters } = args;
	const given = omit(args, ['pagination', 'filters']);
	if (usePagination) Object.assign(given, pageOf(pagination ?? {}, config('defaultLimit', 10), config('maxLimit', -1)));
	if (filters) given.filters = filtersOf(strapi, filters, contentType);
	return given;
}
