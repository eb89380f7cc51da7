// Arguments of generated fields as parameters of Strapi's services, and back the names that the schema has for types.
import camelCase from 'lodash/camelCase.js';
import omit from 'lodash/omit.js';
import pluralize from 'pluralize';
import upperFirst from 'lodash/upperFirst.js';
import { errors } from '../errors.mjs';

const operators = [
	...['eq', 'eqi', 'ne', 'nei', 'startsWith', 'endsWith', 'contains', 'notContains', 'containsi', 'notContainsi'],
	...['gt', 'gte', 'lt', 'lte', 'null', 'notNull', 'in', 'notIn', 'between'],
];
const combining = ['and', 'or', 'not'];
export const operatorTable = Object.fromEntries(
	[...combining, ...operators].map(name => [name, { fieldName: name, strapiOperator: `$${name}` }]),
);

const isObject = value => typeof value === 'object' && value !== null && !(value instanceof Date);

function conditions(data) {
	if (Array.isArray(data)) return data.map(conditions);
	if (!isObject(data)) return data;
	return Object.fromEntries(Object.entries(data).map(([key, value]) => [operatorTable[key]?.strapiOperator ?? key, conditions(value)]));
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

// ---- names

const capital = text => upperFirst(camelCase(text));
const typeName = (type, { plurality = 'singular' } = {}) => {
	const name = plurality === 'singular' ? type.info?.singularName : type.info?.pluralName;
	return capital(type.plugin) + capital(name || pluralize.singular(type.modelName ?? ''));
};
const small = text => text.charAt(0).toLowerCase() + text.slice(1);

export const naming = {
	getTypeName: typeName,
	getEntityName: type => `${typeName(type)}Entity`,
	getEntityMetaName: type => `${typeName(type)}EntityMeta`,
	getEntityResponseName: type => `${typeName(type)}EntityResponse`,
	getEntityResponseCollectionName: type => `${typeName(type)}EntityResponseCollection`,
	getRelationResponseCollectionName: type => `${typeName(type)}RelationResponseCollection`,
	getComponentName: type => type.globalId,
	getContentTypeInputName: type => `${type.modelType === 'component' ? type.globalId : typeName(type)}Input`,
	getFiltersInputTypeName: type => `${type.modelType === 'component' ? type.globalId : typeName(type)}FiltersInput`,
	getScalarFilterInputTypeName: scalar => `${scalar}FilterInput`,
	getEnumName: (type, attribute) => {
		const own = type.modelType === 'component' ? type.globalId : typeName(type);
		return type.attributes[attribute].enumName || `ENUM_${own.toUpperCase()}_${attribute.toUpperCase()}`;
	},
	getDynamicZoneName: (type, attribute) => `${typeName(type)}${capital(attribute)}DynamicZone`,
	getDynamicZoneInputName: (type, attribute) => `${typeName(type)}${capital(attribute)}DynamicZoneInput`,
	getFindQueryName: type => small(typeName(type, { plurality: 'plural' })),
	getFindOneQueryName: type => small(typeName(type)),
	getCreateMutationTypeName: type => `create${typeName(type)}`,
	getUpdateMutationTypeName: type => `update${typeName(type)}`,
	getDeleteMutationTypeName: type => `delete${typeName(type)}`,
};

const scalars = [
	...['boolean', 'integer', 'string', 'richtext', 'enumeration', 'biginteger', 'float', 'decimal', 'date', 'time', 'datetime'],
	...['timestamp', 'uid', 'email', 'password', 'text', 'json', 'blocks'],
];
export const attributes = {
	isStrapiScalar: attribute => scalars.includes(attribute?.type),
	isRelation: attribute => attribute?.type === 'relation',
	isMorphRelation: attribute => attribute?.type === 'relation' && attribute.relation.includes('morph'),
	isMedia: attribute => attribute?.type === 'media',
	isEnumeration: attribute => attribute?.type === 'enumeration',
	isComponent: attribute => attribute?.type === 'component',
	isDynamicZone: attribute => attribute?.type === 'dynamiczone',
};
