// The service `constants` of the plugin graphql, and the operators of filters.
import { errors } from '../errors.mjs';

export const graphqlScalars = ['ID', 'Boolean', 'Int', 'String', 'Long', 'Float', 'JSON', 'Date', 'Time', 'DateTime'];

/** The scalars of attributes, and those of GraphQL that they have. */
const associations = {
	...{ uid: 'String', email: 'String', password: 'String', text: 'String', boolean: 'Boolean', integer: 'Int', string: 'String' },
	...{ enumeration: 'String', richtext: 'String', blocks: 'JSON', biginteger: 'Long', float: 'Float', decimal: 'Float', json: 'JSON' },
	...{ date: 'Date', time: 'Time', datetime: 'DateTime', timestamp: 'DateTime' },
};

export const strapiScalars = [
	...['boolean', 'integer', 'string', 'richtext', 'blocks', 'enumeration', 'biginteger', 'float', 'decimal', 'json', 'date', 'time'],
	...['datetime', 'timestamp', 'uid', 'email', 'password', 'text'],
];

const combining = ['and', 'or', 'not'];
const comparing = [
	...['eq', 'eqi', 'ne', 'nei', 'startsWith', 'endsWith', 'contains', 'notContains', 'containsi', 'notContainsi'],
	...['gt', 'gte', 'lt', 'lte', 'null', 'notNull', 'in', 'notIn', 'between'],
];
const operatorNames = [...combining, ...comparing];

export const constants = {
	PAGINATION_TYPE_NAME: 'Pagination',
	RESPONSE_COLLECTION_META_TYPE_NAME: 'ResponseCollectionMeta',
	PUBLICATION_STATE_TYPE_NAME: 'PublicationState',
	GRAPHQL_SCALARS: graphqlScalars,
	STRAPI_SCALARS: strapiScalars,
	GENERIC_MORPH_TYPENAME: 'GenericMorph',
	KINDS: {
		...{ type: 'type', component: 'component', dynamicZone: 'dynamic-zone', enum: 'enum', entity: 'entity' },
		...{ entityResponse: 'entity-response', entityResponseCollection: 'entity-response-collection' },
		...{ relationResponseCollection: 'relation-response-collection', query: 'query', mutation: 'mutation', input: 'input' },
		...{ filtersInput: 'filters-input', scalar: 'scalar', morph: 'polymorphic', internal: 'internal' },
	},
	GRAPHQL_SCALAR_OPERATORS: Object.fromEntries(graphqlScalars.map(name => [name, [...operatorNames]])),
	SCALARS_ASSOCIATIONS: associations,
	ERROR_CODES: { emptyDynamicZone: 'dynamiczone.empty' },
	ERROR_TYPE_NAME: 'Error',
};

/** What an operator takes, of a field of that type. */
function typeOf(name, type, list) {
	if (name === 'null' || name === 'notNull') return 'Boolean';
	if (['and', 'or', 'in', 'notIn', 'between'].includes(name)) return list(type);
	if (name === 'not' && graphqlScalars.includes(type)) return `${type}FilterInput`;
	if (name === 'eq' && !graphqlScalars.includes(type))
		throw new errors.ValidationError(`Can't use "eq" operator. "${type}" is not a valid scalar`);
	return type;
}

/** By name. `list`: gives nexus' function of that name. */
export const operatorsOf = list =>
	Object.fromEntries(
		operatorNames.map(name => {
			const add = (t, type) => t.field(name, { type: typeOf(name, type, list()) });
			return [name, { fieldName: name, strapiOperator: `$${name}`, add }];
		}),
	);
