// The pagination of a core service, by the parameters and config/api.
import { errors } from '../errors.mjs';

const hasOne = (pagination, keys) => keys.some(key => Object.hasOwn(pagination ?? {}, key));

function limits(config) {
	return { usual: Number(config.get('api.rest.defaultLimit', 25)), most: Number(config.get('api.rest.maxLimit')) || null };
}

/** {page, pageSize} or {start, limit} */
export function paginationOf(config, { pagination }) {
	const { usual, most } = limits(config);
	const paged = hasOne(pagination, ['page', 'pageSize']);
	const offset = hasOne(pagination, ['start', 'limit']);
	if (paged && offset) {
		throw new errors.ValidationError('Invalid pagination parameters. Expected either start/limit or page/pageSize');
	}
	if (!paged && !offset) return { page: 1, pageSize: usual };
	if (paged) {
		const size = pagination.pageSize === undefined ? usual : Math.max(1, Number(pagination.pageSize));
		return { page: Math.max(1, Number(pagination.page || 1)), pageSize: most !== null && size > most ? most : Math.max(1, size) };
	}
	const limit = pagination.limit === undefined ? usual : Number(pagination.limit);
	const tooMany = limit === -1 || (most !== null && limit > most);
	return { start: Math.max(0, Number(pagination.start || 0)), limit: tooMany ? most || -1 : Math.max(1, limit) };
}

export const asOffset = info => ('page' in info ? { start: (info.page - 1) * info.pageSize, limit: info.pageSize } : info);

export const withTotal = (info, total) =>
	'page' in info ? { ...info, pageCount: Math.ceil(total / info.pageSize), total } : { ...info, total };

export function isCounted(config, { pagination }) {
	if (!Object.hasOwn(pagination ?? {}, 'withCount')) return Boolean(config.get('api.rest.withCount', true));
	const { withCount } = pagination;
	if (withCount === undefined) return false;
	if (typeof withCount === 'boolean') return withCount;
	if (['true', 't', '1', 1].includes(withCount)) return true;
	if (['false', 'f', '0', 0].includes(withCount)) return false;
	throw new errors.ValidationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
}
