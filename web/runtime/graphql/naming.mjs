// The names that the schema has for types, and what kinds of attributes there are: the service `utils` of the plugin graphql.
import camelCase from 'lodash/camelCase.js';
import lowerFirst from 'lodash/lowerFirst.js';
import pluralize from 'pluralize';
import upperFirst from 'lodash/upperFirst.js';
import { errors } from '../errors.mjs';
import { graphqlScalars, strapiScalars } from './constants.mjs';

const capital = text => upperFirst(camelCase(text));

const getTypeName = (type, { plurality = 'singular' } = {}) => {
	const name = plurality === 'singular' ? type?.info?.singularName : type?.info?.pluralName;
	return capital(type?.plugin) + capital(name || pluralize.singular(type?.modelName ?? ''));
};
const getComponentName = type => type.globalId;
const nameOf = type => (type.modelType === 'component' ? getComponentName(type) : getTypeName(type));
const getEntityName = type => `${getTypeName(type)}Entity`;
const getDynamicZoneName = (type, attribute) => `${getTypeName(type)}${capital(attribute)}DynamicZone`;

function buildCustomTypeNameGenerator({ prefix = '', suffix = '', plurality = 'singular', firstLetterCase = 'upper' }) {
	if (!['plural', 'singular'].includes(plurality))
		throw new errors.ApplicationError(`"plurality" param must be either "plural" or "singular", but got: "${plurality}"`);
	const first = firstLetterCase === 'upper' ? upperFirst : lowerFirst;
	return type => `${prefix}${first(getTypeName(type, { plurality }))}${suffix}`;
}

export const naming = {
	getEnumName: (type, attribute) => type.attributes[attribute].enumName || `ENUM_${nameOf(type).toUpperCase()}_${attribute.toUpperCase()}`,
	getTypeName,
	getEntityName,
	getEntityMetaName: type => `${getEntityName(type)}Meta`,
	getEntityResponseName: type => `${getEntityName(type)}Response`,
	getEntityResponseCollectionName: type => `${getEntityName(type)}ResponseCollection`,
	getRelationResponseCollectionName: type => `${getTypeName(type)}RelationResponseCollection`,
	getComponentName,
	getComponentNameFromAttribute: attribute => globalThis.strapi.components[attribute.component].globalId,
	getDynamicZoneName,
	getDynamicZoneInputName: (type, attribute) => `${getDynamicZoneName(type, attribute)}Input`,
	getComponentInputName: type => `${getComponentName(type)}Input`,
	getContentTypeInputName: type => `${getTypeName(type)}Input`,
	getEntityQueriesTypeName: type => `${getEntityName(type)}Queries`,
	getEntityMutationsTypeName: type => `${getEntityName(type)}Mutations`,
	getFiltersInputTypeName: type => `${nameOf(type)}FiltersInput`,
	getScalarFilterInputTypeName: scalar => `${scalar}FilterInput`,
	getMorphRelationTypeName: (type, attribute) => `${getTypeName(type)}${capital(attribute)}Morph`,
	buildCustomTypeNameGenerator,
	getFindQueryName: buildCustomTypeNameGenerator({ plurality: 'plural', firstLetterCase: 'lower' }),
	getFindOneQueryName: buildCustomTypeNameGenerator({ firstLetterCase: 'lower' }),
	getCreateMutationTypeName: buildCustomTypeNameGenerator({ prefix: 'create' }),
	getUpdateMutationTypeName: buildCustomTypeNameGenerator({ prefix: 'update' }),
	getDeleteMutationTypeName: buildCustomTypeNameGenerator({ prefix: 'delete' }),
};

const isOf = type => attribute => attribute?.type === type;

export const attributes = {
	isStrapiScalar: attribute => strapiScalars.includes(attribute.type),
	isGraphQLScalar: attribute => graphqlScalars.includes(attribute.type),
	isMorphRelation: attribute => attribute.type === 'relation' && attribute.relation.includes('morph'),
	isMedia: isOf('media'),
	isRelation: isOf('relation'),
	isEnumeration: isOf('enumeration'),
	isComponent: isOf('component'),
	isDynamicZone: isOf('dynamiczone'),
};
