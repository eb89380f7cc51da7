
// Parts of the plugin graphql that code builds on: its usual arguments, names, operators; types that stand where they are used.
module.exports = {
  register({ strapi }) {
    const { service } = strapi.plugin('graphql');
    service('extension').use(({ nexus }) => {
      const { args } = service('internals');
      const { operators, } = service('builders').filters;
      const { getContentTypeArgs, transformArgs } = service('builders').utils;
      const { naming, mappers } = service('utils');
      const category = strapi.contentType('api::category.category');
      const Level = nexus.enumType({ name: 'LabLevel', members: ['LOW', 'HIGH'] });
      const Inner = nexus.objectType({ name: 'LabInner', definition(t) { t.string('text'); t.field('level', { type: Level }); } });
      const made = nexus.inputObjectType({
        name: 'LabFilters',
        definition(t) {
          t.field('id', { type: naming.getScalarFilterInputTypeName('ID') });
          t.field('name', { type: naming.getScalarFilterInputTypeName(mappers.strapiScalarToGraphQLScalar('string')) });
          for (const name of ['and', 'or', 'not']) operators[name].add(t, 'LabFilters');
          t.list.field('levels', { type: Level });
        },
      });
      const ownFilters = () => made;
      const Words = nexus.inputObjectType({ name: 'LabWords', definition(t) { for (const name of ['eqi', 'in', 'null', 'between', 'not']) operators[name].add(t, 'String'); } });
      return {
        types: [
          nexus.extendType({ type: 'Query', definition(t) {
            t.list.field('labRows', {
              type: nexus.objectType({ name: 'LabRow', definition(r) { r.nonNull.id('id'); r.string('name'); r.field('inner', { type: Inner, resolve: (row) => ({ text: 'in ' + row.id, level: row.id > 1 ? 'HIGH' : 'LOW' }) }); } }),
              args: { filters: ownFilters(), pagination: args.PaginationArg, sort: args.SortArg },
              resolve: async (parent, given) => {
                const query = transformArgs(given, { contentType: category, usePagination: true });
                return strapi.entityService.findMany('api::category.category', { sort: 'id', ...query, sort: given.sort.length ? given.sort : 'id' });
              },
            });
            t.field('labCount', { type: 'Int', args: { filters: ownFilters(), words: nexus.nonNull(Words) }, resolve: (parent, { filters, words }) => Object.keys(filters || {}).length * 10 + Object.keys(words).length });
            t.field('labArgs', { type: 'CategoryEntityResponseCollection', args: getContentTypeArgs(category), resolve: async (parent, given) => { const query = transformArgs(given, { contentType: category, usePagination: true }); return service('format').returnTypes.toEntityResponseCollection(await strapi.entityService.findMany('api::category.category', query), { args: query, resourceUID: 'api::category.category' }); } });
            t.field('labOne', { type: 'CategoryEntityResponse', args: getContentTypeArgs(category, { multiple: false }), resolve: async (parent, { id }) => service('format').returnTypes.toEntityResponse(await strapi.entityService.findOne('api::category.category', id), { resourceUID: 'api::category.category' }) });
            t.string('labNames', { resolve: () => JSON.stringify([Object.keys(getContentTypeArgs(strapi.contentType('api::restaurant.restaurant'))), Object.keys(getContentTypeArgs(strapi.contentType('api::homepage.homepage'))), Object.keys(getContentTypeArgs(strapi.contentType('api::global.global'))), Object.keys(getContentTypeArgs(strapi.components['shared.seo'])), Object.keys(getContentTypeArgs(strapi.components['shared.seo'], { multiple: false })), ['biginteger', 'json', 'uid', 'datetime', 'media'].map(mappers.strapiScalarToGraphQLScalar)]) });
          } }),
        ],
        resolversConfig: Object.fromEntries(['labRows', 'labCount', 'labArgs', 'labOne', 'labNames'].map((name) => ['Query.' + name, { auth: false }])),
      };
    });
  },
};
