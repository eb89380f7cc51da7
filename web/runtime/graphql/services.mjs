// The services of the plugin graphql beside `extension` and `format`.
import { strict } from '../load/strict.mjs';
import { errors } from '../errors.mjs';
import { filtersOf } from './arguments.mjs';
import { constants, operatorsOf } from './constants.mjs';
import { attributes, naming } from './naming.mjs';
import { Registry } from './registry.mjs';

const entityToResponseEntity = entity => ({ id: entity.id, attributes: entity });

export function utilsOf(app, operators) {
	const mappers = {
		strapiScalarToGraphQLScalar: name => constants.SCALARS_ASSOCIATIONS[name],
		graphQLFiltersToStrapiQuery: (filters, type) => filtersOf(app.strapi, filters, type),
		graphqlScalarToOperators: name => constants.GRAPHQL_SCALAR_OPERATORS[name]?.map(operator => operators[operator]),
		entityToResponseEntity,
		entitiesToResponseEntities: entities => entities.map(entityToResponseEntity),
	};
	return { naming, attributes, mappers };
}

/** `arg`, `list`: give nexus' functions of these names. */
export function internalsOf({ arg, list }) {
	return strict("strapi.plugin('graphql').service('internals')", {
		args: {
			get SortArg() {
				return arg()({ type: list()('String'), default: [] });
			},
			get PaginationArg() {
				return arg()({ type: 'PaginationArg', default: {} });
			},
			get PublicationStateArg() {
				return arg()({ type: constants.PUBLICATION_STATE_TYPE_NAME, default: 'live' });
			},
		},
		helpers: { getEnabledScalars: () => Object.keys(constants.GRAPHQL_SCALAR_OPERATORS) },
	});
}

/** Strapi's getContentTypeArgs. */
function argumentsOf(type, args, multiple) {
	const state = type.options?.draftAndPublish === true ? { publicationState: args.PublicationStateArg } : {};
	const listed = () => ({ filters: naming.getFiltersInputTypeName(type), pagination: args.PaginationArg, sort: args.SortArg });
	if (type.modelType === 'component') return multiple ? listed() : {};
	if (type.kind === 'singleType') return state;
	if (type.kind !== 'collectionType') return undefined;
	return multiple ? { ...listed(), ...state } : { id: 'ID' };
}

/** What `builders.get('content-api')` gives. */
function contentBuilders(originals) {
	return strict("strapi.plugin('graphql').service('builders').get('content-api')", {
		buildQueriesResolvers: about => originals.queries(about),
		buildMutationsResolvers: about => originals.mutations(about),
		buildAssociationResolver({ contentTypeUID: uid, attributeName: attribute }) {
			if (!originals.strapi.getModel(uid).attributes[attribute])
				throw new errors.ApplicationError(`Failed to build an association resolver for ${uid}::${attribute}`);
			return originals.related({ uid, attribute });
		},
		buildComponentResolver: ({ contentTypeUID: uid, attributeName: attribute }) => originals.related({ uid, attribute }),
		buildDynamicZoneResolver:
			({ contentTypeUID, attributeName }) =>
			async parent =>
				originals.strapi.entityService.load(contentTypeUID, parent, attributeName),
	});
}

export function buildersOf({ originals, transform, operators, internals }) {
	const content = contentBuilders(originals);
	const utils = {
		getContentTypeArgs: (type, { multiple = true } = {}) => argumentsOf(type, internals.args, multiple),
		getUniqueScalarAttributes: all =>
			Object.fromEntries(Object.entries(all).filter(([, one]) => attributes.isStrapiScalar(one) && 'unique' in one && one.unique)),
		scalarAttributesToFiltersMap: all =>
			Object.fromEntries(
				Object.entries(all).map(([name, { type }]) => [name, naming.getScalarFilterInputTypeName(constants.SCALARS_ASSOCIATIONS[type])]),
			),
		transformArgs: transform,
	};
	return strict("strapi.plugin('graphql').service('builders')", {
		get: name => (name === 'content-api' ? content : undefined),
		filters: { operators },
		utils,
	});
}

export const typeRegistry = { new: () => new Registry() };
export { constants, operatorsOf };
