'use strict';

// the plugin's services, as code asks them
module.exports = ({ nexus, strapi, typeRegistry }) => {
  const { service: getService } = strapi.plugin('graphql');
  const { naming, mappers, attributes } = getService('utils');
  const { transformArgs, getContentTypeArgs } = getService('builders').utils;
  const { args: internalArgs } = getService('internals');
  const { toEntityResponse, toEntityResponseCollection } = getService('format').returnTypes;
  const uid = 'api::restaurant.restaurant';
  const contentType = strapi.contentTypes[uid];
  const chain = strapi.getModel('api::chain.chain');

  return {
    types: [
      nexus.extendType({
        type: 'Query',
        definition(t) {
          t.field('restaurantsByArgs', {
            type: naming.getEntityResponseCollectionName(contentType),
            args: getContentTypeArgs(contentType),
            async resolve(parent, args) {
              const query = transformArgs(args, { contentType, usePagination: true });
              const nodes = await strapi.entityService.findMany(uid, query);
              return toEntityResponseCollection(nodes, { args: query, resourceUID: uid });
            },
          });
          t.field('chainByArgs', {
            type: naming.getEntityResponseName(chain),
            args: getContentTypeArgs(chain, { multiple: false }),
            resolve: (parent, { id }) => toEntityResponse(strapi.entityService.findOne('api::chain.chain', id), { args: { id }, resourceUID: chain.uid }),
          });
          t.list.string('namesByArgs', {
            args: { filters: naming.getFiltersInputTypeName(chain), pagination: internalArgs.PaginationArg, sort: internalArgs.SortArg, publicationState: internalArgs.PublicationStateArg },
            async resolve(parent, args) {
              const filters = mappers.graphQLFiltersToStrapiQuery(args.filters, chain);
              const nodes = await strapi.db.query('api::chain.chain').findMany({ where: filters, limit: args.pagination.limit || 3, orderBy: args.sort.length ? args.sort : 'id' });
              return nodes.map(({ name }) => `${name} ${args.publicationState}`);
            },
          });
          t.json('transformed', { args: getContentTypeArgs(contentType), resolve: (parent, args) => [transformArgs(args, { contentType }), transformArgs(args, { contentType, usePagination: true })] });
          t.json('knows', {
            resolve: () => {
              const constants = getService('constants');
              const other = strapi.contentTypes['plugin::users-permissions.user'];
              const seo = strapi.components['shared.seo'];
              return {
                naming: Object.keys(naming).sort(),
                names: [contentType, other, chain].map((type) => [naming.getTypeName(type), naming.getTypeName(type, { plurality: 'plural' }), naming.getEntityName(type), naming.getEntityMetaName(type), naming.getEntityResponseName(type), naming.getEntityResponseCollectionName(type), naming.getRelationResponseCollectionName(type), naming.getContentTypeInputName(type), naming.getFiltersInputTypeName(type), naming.getFindQueryName(type), naming.getFindOneQueryName(type), naming.getCreateMutationTypeName(type), naming.getUpdateMutationTypeName(type), naming.getDeleteMutationTypeName(type), naming.getEntityQueriesTypeName(type), naming.getEntityMutationsTypeName(type)]),
                others: [naming.getComponentName(seo), naming.getComponentInputName(seo), naming.getFiltersInputTypeName(seo), naming.getEnumName(contentType, 'price'), naming.getDynamicZoneName(contentType, 'blocks'), naming.getDynamicZoneInputName(contentType, 'blocks'), naming.getScalarFilterInputTypeName('Int'), naming.getComponentNameFromAttribute(chain.attributes.seo), naming.getMorphRelationTypeName(strapi.contentTypes['api::bookmark.bookmark'], 'target'), naming.buildCustomTypeNameGenerator({ prefix: 'my', suffix: 'Thing', plurality: 'plural' })(contentType), naming.buildCustomTypeNameGenerator({ firstLetterCase: 'lower' })(contentType)],
                mappers: Object.keys(mappers).sort(),
                scalars: ['string', 'integer', 'biginteger', 'datetime', 'json', 'none'].map((type) => mappers.strapiScalarToGraphQLScalar(type)),
                operators: mappers.graphqlScalarToOperators('Int').map(({ fieldName, strapiOperator }) => [fieldName, strapiOperator]),
                attributes: Object.keys(attributes).sort(),
                is: Object.entries(contentType.attributes).map(([name, attribute]) => [name, attributes.isStrapiScalar(attribute), attributes.isGraphQLScalar(attribute), attributes.isMorphRelation(attribute), attributes.isMedia(attribute), attributes.isRelation(attribute), attributes.isEnumeration(attribute), attributes.isComponent(attribute), attributes.isDynamicZone(attribute)]),
                constants: JSON.parse(JSON.stringify(constants)),
                services: Object.keys(strapi.plugin('graphql').services).sort(),
                filters: Object.keys(getService('builders').filters.operators),
                filtersOf: mappers.graphQLFiltersToStrapiQuery({ and: [{ name: { contains: 'x', not: { eq: 'y' } } }], chain: { seo: { metaTitle: { in: ['a'] } } }, id: { gt: 5 }, unknown: { eq: 1 } }, contentType),
                listed: mappers.graphQLFiltersToStrapiQuery([{ name: { null: true } }, null], contentType),
                entities: mappers.entitiesToResponseEntities([{ id: 1, a: 2 }]),
                entity: mappers.entityToResponseEntity({ id: 3 }),
                config: [strapi.plugin('graphql').config('endpoint'), strapi.plugin('graphql').config('depthLimit'), strapi.plugin('graphql').config('maxLimit'), strapi.plugin('graphql').config('none', 'usual'), strapi.config.get('plugin.graphql.shadowCRUD')],
                types: [typeRegistry.has('Restaurant'), typeRegistry.has('None'), typeRegistry.get('RestaurantEntity')?.config?.kind, typeRegistry.get('None')],
                where: typeRegistry.where(({ config }) => config.kind === 'entity-response').map(({ name }) => name).filter((name) => name.startsWith('Re')),
              };
            },
          });
          t.json('built', {
            args: { id: 'ID' },
            async resolve(parent, { id }, ctx) {
              const { find, findOne } = getService('builders').get('content-api').buildQueriesResolvers({ contentType: chain });
              const one = await findOne(parent, { id }, ctx);
              const many = await find(parent, { sort: 'id', start: 0, limit: 2 }, ctx);
              return [one?.name, many.map(({ name }) => name)];
            },
          });
          t.json('builtRelation', {
            args: { id: 'ID' },
            async resolve(parent, { id }, ctx) {
              const resolve = getService('builders').get('content-api').buildAssociationResolver({ contentTypeUID: 'api::chain.chain', attributeName: 'restaurants' });
              const { nodes, info } = await resolve({ id }, { pagination: { limit: 2 }, sort: 'id' }, ctx);
              return [nodes.map((node) => node.name), info];
            },
          });
        },
      }),
    ],
    resolversConfig: { 'Query.restaurantsByArgs': { auth: false }, 'Query.chainByArgs': { auth: false }, 'Query.namesByArgs': { auth: false }, 'Query.transformed': { auth: false }, 'Query.knows': { auth: false }, 'Query.built': { auth: false }, 'Query.builtRelation': { auth: false } },
  };
};
