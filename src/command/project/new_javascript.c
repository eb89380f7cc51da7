/* What lectern new --javascript writes beside the files of each project: one example of each kind of code. */
#include "new.h"

/* clang-format off */
const struct new_file new_javascript[] = {
	{"config/cron-tasks.js",
	 "// Tasks that run by the clock: where several servers share a database, one of them runs each.\n"
	 "module.exports = {\n"
	 "\tcountArticles: {\n"
	 "\t\tasync task({ strapi }) {\n"
	 "\t\t\tstrapi.log.info(`there are ${await strapi.entityService.count('api::article.article')} articles`);\n"
	 "\t\t},\n"
	 "\t\toptions: { rule: '0 0 * * * *' },\n"
	 "\t},\n"
	 "};\n"},
	{"config/server.js",
	 "const tasks = require('./cron-tasks');\n"
	 "\n"
	 "module.exports = ({ env }) => ({\n"
	 "\thost: env('HOST', '127.0.0.1'),\n"
	 "\tport: env.int('PORT', 1337),\n"
	 "\tcron: { enabled: env.bool('CRON_ENABLED', true), tasks },\n"
	 "});\n"},
	{"src/api/article/content-types/article/lifecycles.js",
	 "const setMinutes = ({ params: { data } }) => {\n"
	 "\tif (data.body !== undefined) data.minutes = strapi.service('api::article.article').readingTime(data.body);\n"
	 "};\n"
	 "\n"
	 "module.exports = { beforeCreate: setMinutes, beforeUpdate: setMinutes };\n"},
	{"src/api/article/controllers/article.js",
	 "const { createCoreController } = require('@strapi/strapi').factories;\n"
	 "\n"
	 "module.exports = createCoreController('api::article.article', ({ strapi }) => ({\n"
	 "\t// An action of Strapi's, and what is added to its answer.\n"
	 "\tasync findOne(ctx) {\n"
	 "\t\tconst answer = await super.findOne(ctx);\n"
	 "\t\tif (answer) answer.meta.readAt = new Date().toISOString();\n"
	 "\t\treturn answer;\n"
	 "\t},\n"
	 "\n"
	 "\t// An action of its own: GET /api/articles/:id/summary\n"
	 "\tasync summary(ctx) {\n"
	 "\t\tconst fields = ['title', 'body', 'publishedAt'];\n"
	 "\t\tconst article = await strapi.entityService.findOne('api::article.article', ctx.params.id, { fields });\n"
	 "\t\tif (!article?.publishedAt) return ctx.notFound();\n"
	 "\t\treturn { title: article.title, beginning: (article.body ?? '').slice(0, 100) };\n"
	 "\t},\n"
	 "}));\n"},
	{"src/api/article/routes/01-more.js",
	 "module.exports = {\n"
	 "\troutes: [\n"
	 "\t\t{ method: 'GET', path: '/articles/:id/summary', handler: 'article.summary', config: { auth: false } },\n"
	 "\t\t// A second way to make an article, for drafts alone.\n"
	 "\t\t{ method: 'POST', path: '/articles/drafts', handler: 'article.create', config: { policies: ['global::is-draft'] } },\n"
	 "\t],\n"
	 "};\n"},
	{"src/api/article/routes/article.js",
	 "const { createCoreRouter } = require('@strapi/strapi').factories;\n"
	 "\n"
	 "module.exports = createCoreRouter('api::article.article', {\n"
	 "\tconfig: {\n"
	 "\t\tfind: { middlewares: [{ name: 'global::response-time', config: { header: 'X-Took' } }] },\n"
	 "\t},\n"
	 "});\n"},
	{"src/api/article/services/article.js",
	 "const { createCoreService } = require('@strapi/strapi').factories;\n"
	 "\n"
	 "const WORDS_A_MINUTE = 200;\n"
	 "\n"
	 "module.exports = createCoreService('api::article.article', {\n"
	 "\t/** Minutes that it takes to read a text. */\n"
	 "\treadingTime(text) {\n"
	 "\t\tconst words = (text ?? '').split(/\\s+/).filter(Boolean).length;\n"
	 "\t\treturn Math.max(1, Math.ceil(words / WORDS_A_MINUTE));\n"
	 "\t},\n"
	 "});\n"},
	{"src/api/category/controllers/category.js",
	 "module.exports = require('@strapi/strapi').factories.createCoreController('api::category.category');\n"},
	{"src/api/category/routes/category.js",
	 "module.exports = require('@strapi/strapi').factories.createCoreRouter('api::category.category');\n"},
	{"src/api/category/services/category.js",
	 "module.exports = require('@strapi/strapi').factories.createCoreService('api::category.category');\n"},
	{"src/api/homepage/controllers/homepage.js",
	 "module.exports = require('@strapi/strapi').factories.createCoreController('api::homepage.homepage');\n"},
	{"src/api/homepage/routes/homepage.js",
	 "module.exports = require('@strapi/strapi').factories.createCoreRouter('api::homepage.homepage');\n"},
	{"src/api/homepage/services/homepage.js",
	 "module.exports = require('@strapi/strapi').factories.createCoreService('api::homepage.homepage');\n"},
	{"src/index.js",
	 "module.exports = {\n"
	 "\t// Before there are tables: what the GraphQL schema has beside that of the content types.\n"
	 "\tregister({ strapi }) {\n"
	 "\t\tstrapi.plugin('graphql').service('extension').use({\n"
	 "\t\t\ttypeDefs: `\n"
	 "\t\t\t\ttype Query {\n"
	 "\t\t\t\t\treadingTime(text: String!): Int!\n"
	 "\t\t\t\t}\n"
	 "\t\t\t`,\n"
	 "\t\t\tresolvers: {\n"
	 "\t\t\t\tQuery: {\n"
	 "\t\t\t\t\treadingTime: { resolve: (parent, { text }) => strapi.service('api::article.article').readingTime(text) },\n"
	 "\t\t\t\t},\n"
	 "\t\t\t},\n"
	 "\t\t\tresolversConfig: { 'Query.readingTime': { auth: false } },\n"
	 "\t\t});\n"
	 "\t},\n"
	 "\n"
	 "\t// When there are tables, and before anybody is served: content that has to be there.\n"
	 "\tasync bootstrap({ strapi }) {\n"
	 "\t\tif (await strapi.entityService.count('api::category.category')) return;\n"
	 "\t\tawait strapi.entityService.create('api::category.category', { data: { name: 'News' } });\n"
	 "\t},\n"
	 "};\n"},
	{"src/middlewares/response-time.js",
	 "// Says how long a request took.\n"
	 "module.exports = (config, { strapi }) => async (ctx, next) => {\n"
	 "\tconst start = Date.now();\n"
	 "\tawait next();\n"
	 "\tctx.set(config.header ?? 'X-Response-Time', `${Date.now() - start} ms`);\n"
	 "};\n"},
	{"src/policies/is-draft.js",
	 "// Lets a request pass only when it makes a draft: { \"data\": { \"publishedAt\": null, … } }\n"
	 "module.exports = policyContext => policyContext.request.body?.data?.publishedAt === null;\n"},
};
/* clang-format on */
const size_t new_javascript_count = COUNT_OF(new_javascript);
