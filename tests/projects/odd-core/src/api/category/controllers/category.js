const { createCoreController } = require('@strapi/strapi').factories;
const uid = 'api::category.category';
module.exports = createCoreController(uid, ({ strapi }) => ({
	// Actions of its own beside those of Strapi.
	async find(ctx) {
		const mode = ctx.query.mode;
		delete ctx.query.mode;
		switch (mode) {
			case 'super': return super.find(ctx);
			case 'super-args': return super.find(ctx, () => {}, 3);
			case 'super-wrapped': { const { data, meta } = await super.find(ctx); return { data: data.map(({ id }) => id), meta, own: true }; }
			case 'super-body': { await super.find(ctx); return ctx.body ?? 'no body'; }
			case 'super-twice': { const a = await super.find(ctx); const b = await super.find(ctx); return [a.data.length, b.data.length]; }
			case 'super-changed': { ctx.query = { ...ctx.query, filters: { id: { $in: [1, 2] } } }; return super.find(ctx); }
			case 'super-copy': return super.find({ ...ctx, query: { pagination: { pageSize: 1 } } });
			case 'super-state': return super.find({ query: {}, state: {} });
			case 'super-noquery': return super.find({ state: {} });
			case 'super-none': return super.find();
			case 'super-query-only': return super.find({ query: { pagination: { limit: 1 } } });
			case 'super-one': { ctx.params.id = 3; return super.findOne(ctx); }
			case 'super-one-text': { ctx.params = { id: '4' }; return super.findOne(ctx); }
			case 'super-one-missing': { ctx.params.id = 99999; return super.findOne(ctx); }
			case 'super-one-odd': { ctx.params.id = 'abc'; return super.findOne(ctx); }
			case 'super-one-nil': { ctx.params.id = null; return super.findOne(ctx); }
			case 'super-one-undef': { delete ctx.params.id; return super.findOne(ctx); }
			case 'super-one-object': { ctx.params.id = { $gt: 0 }; return super.findOne(ctx); }
			case 'super-one-list': { ctx.params.id = [1]; return super.findOne(ctx); }
			case 'this-one': { ctx.params.id = 2; return this.findOne(ctx); }
			case 'destructured': { const { find } = this; return typeof find; }
			case 'keys': return { own: Object.keys(this).sort(), all: (() => { const all = []; for (const key in this) all.push(key); return all.sort(); })(), proto: Object.keys(Object.getPrototypeOf(this)).sort(), sup: typeof super.sanitizeOutput };
			case 'steps': { await this.validateQuery(ctx); const query = await this.sanitizeQuery(ctx); const { results, pagination } = await strapi.service(uid).find(query); return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination }); }
			case 'no-sanitize': { const found = await strapi.entityService.findMany(uid, { limit: 1, populate: '*' }); return found; }
			case 'raw-transformed': return this.transformResponse(await strapi.entityService.findMany(uid, { limit: 1, populate: '*' }));
			case 'reply': ctx.send(await super.find(ctx)); return;
			case 'meta': return this.transformResponse([{ id: 1, name: 'x' }], { a: 1, pagination: null });
			case 'undefined': return undefined;
			case 'null': return null;
			case 'array': return [];
			case 'text': return 'text';
			case 'filters-undef': ctx.query.filters = { name: undefined }; return super.find(ctx);
			case 'filters-and': ctx.query.filters = { $and: [ctx.query.filters ?? {}, { id: 1 }] }; return super.find(ctx);
			case 'sort-object': ctx.query.sort = { id: 'desc' }; ctx.query.pagination = { pageSize: 2 }; return super.find(ctx);
			case 'number-page': ctx.query.pagination = { page: 2, pageSize: 2, withCount: false }; return super.find(ctx);
			case 'populate-object': ctx.query = { populate: { parent: { fields: ['name'] } }, pagination: { limit: 2 } }; return super.find(ctx);
			case 'populate-deep': ctx.query = { populate: { parent: { populate: { parent: true } } }, filters: { id: 12 } }; return super.find(ctx);
			case 'locale': ctx.query.locale = 'fr'; return super.find(ctx);
			case 'state': ctx.query.publicationState = 'preview'; return super.find(ctx);
			case 'extra': ctx.query.extra = { nested: 1 }; return super.find(ctx);
			case 'private': ctx.query.filters = { code: 'x' }; return super.find(ctx);
			case 'query-string': ctx.querystring = 'filters[id]=2'; return super.find(ctx);
			case 'request-query': ctx.request.query = { filters: { id: 3 } }; return super.find(ctx);
			case 'url': ctx.url = '/api/categories?filters[id]=4'; return super.find(ctx);
			default: return super.find(ctx);
		}
	},
	async create(ctx) {
		const { mode, ...data } = ctx.request.body.data ?? {};
		ctx.request.body.data = data;
		switch (mode) {
			case 'body-replaced': ctx.request.body = { data: { name: 'replaced' } }; return super.create(ctx);
			case 'no-data': ctx.request.body = {}; return super.create(ctx);
			case 'data-text': ctx.request.body = { data: 'text' }; return super.create(ctx);
			case 'data-list': ctx.request.body = { data: [{ name: 'l' }] }; return super.create(ctx);
			case 'undefined-body': ctx.request.body = undefined; return super.create(ctx);
			case 'sanitize': { const clean = await this.sanitizeInput({ ...data, id: 5, createdAt: 'x', nope: 1, code: 'c', parent: 1, restaurants: [1] }, ctx); return { clean }; }
			case 'validate': { await this.validateInput({ ...data, nope: 1 }, ctx); return 'valid'; }
			case 'status': { const made = await super.create(ctx); ctx.status = 201; return made; }
			case 'created': { const made = await super.create(ctx); return ctx.created(made); }
			case 'number': data.name = 5; return super.create(ctx);
			case 'private': data.code = 'secret'; data.name = 'with code'; { const made = await super.create(ctx); return { made, code: (await strapi.entityService.findOne(uid, made.data.id)).code }; }
			case 'service': { const made = await strapi.service(uid).create({ data: { name: 'by service', code: 'x' } }); return this.sanitizeOutput(made, ctx); }
			case 'relation': data.name = 'related'; data.parent = { connect: [1] }; ctx.query = { populate: 'parent' }; return super.create(ctx);
			case 'throws': { try { data.name = null; return await super.create(ctx); } catch (error) { return { name: error.name, message: error.message, details: error.details, cls: error.constructor.name, app: error instanceof require('@strapi/utils').errors.ApplicationError, val: error instanceof require('@strapi/utils').errors.ValidationError, status: error.status ?? null }; } }
			default: return super.create(ctx);
		}
	},
	async update(ctx) {
		const { mode, ...data } = ctx.request.body.data ?? {};
		ctx.request.body.data = data;
		if (mode === 'before') { const old = await super.findOne(ctx); const now = await super.update(ctx); return { old: old.data.attributes.name, now: now.data.attributes.name }; }
		if (mode === 'other') { ctx.params.id = 2; return super.update(ctx); }
		if (mode === 'missing') { ctx.params.id = 99999; const got = await super.update(ctx); return { got: got ?? null }; }
		return super.update(ctx);
	},
	async delete(ctx) {
		if (ctx.query.mode === 'soft') { delete ctx.query.mode; ctx.request.body = { data: { code: 'deleted' } }; return this.update(ctx); }
		if (ctx.query.mode === 'super') { delete ctx.query.mode; const got = await super.delete(ctx); return { got: got ?? null }; }
		return super.delete(ctx);
	},
	findOne: undefined,
	exampleAction: async ctx => { ctx.body = 'ok'; },
	async out(ctx) {
		const e = async run => { try { return (await run()) ?? null; } catch (error) { return { error: error.name, message: error instanceof TypeError ? null : error.message, details: error.details }; } };
		const one = { id: 1, name: 'n', code: 'secret', parent: { id: 2, code: 's', name: 'p' }, restaurants: [{ id: 1, name: 'r' }], createdBy: { id: 1, password: 'x' }, extra: { a: 1 }, when: new Date(0) };
		return {
			one: await e(() => this.sanitizeOutput(one, ctx)),
			list: await e(() => this.sanitizeOutput([one, null], ctx)),
			nil: await e(() => this.sanitizeOutput(null, ctx)),
			undef: await e(() => this.sanitizeOutput(undefined, ctx)),
			text: await e(() => this.sanitizeOutput('text', ctx)),
			number: await e(() => this.sanitizeOutput(5, ctx)),
			noctx: await e(() => this.sanitizeOutput(one)),
			inNil: await e(() => this.sanitizeInput(null, ctx)),
			inText: await e(() => this.sanitizeInput('x', ctx)),
			inList: await e(() => this.sanitizeInput([{ name: 'a', id: 2, createdBy: 1 }], ctx)),
			inNoctx: await e(() => this.sanitizeInput({ name: 'a', parent: 1 })),
			inUndef: await e(() => this.sanitizeInput(undefined, ctx)),
			valNil: await e(() => this.validateInput(null, ctx)),
			valOk: await e(() => this.validateInput({ name: 'a' }, ctx)),
			valBad: await e(() => this.validateInput({ name: 'a', parent: 1, createdBy: 1 }, ctx)),
			query: await e(() => this.sanitizeQuery({ query: { filters: { code: 'x', name: 'y', parent: { code: 1, name: 'z' } }, sort: 'code,name', populate: ['parent', 'nope'], fields: ['name', 'code', 'nope'], locale: 'fr', other: 1 }, state: ctx.state })),
			queryNone: await e(() => this.sanitizeQuery({})),
			queryUndef: await e(() => this.sanitizeQuery()),
			queryArr: await e(() => this.sanitizeQuery({ query: { sort: [{ name: 'asc' }, 'code:desc'], populate: { parent: { filters: { code: 1 }, fields: '*' } }, filters: [{ name: 1 }] } })),
			valQuery: await e(() => this.validateQuery({ query: { filters: { code: 'x' } }, state: ctx.state })),
			valQueryRel: await e(() => this.validateQuery({ query: { filters: { parent: { name: 1 } } }, state: ctx.state })),
			valQueryOk: await e(() => this.validateQuery({ query: { filters: { name: 'x' }, sort: 'name', populate: 'parent' }, state: ctx.state })),
			valQueryNone: await e(() => this.validateQuery({})),
			valQueryUndef: await e(() => this.validateQuery()),
			valSort: await e(() => this.validateQuery({ query: { sort: 'code' } })),
			valFields: await e(() => this.validateQuery({ query: { fields: ['code'] } })),
			tNil: await e(() => this.transformResponse(null)),
			tUndef: await e(() => this.transformResponse(undefined, { a: 1 })),
			tText: await e(() => this.transformResponse('text')),
			tNumber: await e(() => this.transformResponse(0)),
			tFalse: await e(() => this.transformResponse(false)),
			tList: await e(() => this.transformResponse([])),
			tListNil: await e(() => this.transformResponse([null, undefined, { id: 1 }])),
			tListText: await e(() => this.transformResponse(['a'])),
			tNoId: await e(() => this.transformResponse({ name: 'x' })),
			tMetaNil: await e(() => this.transformResponse({ id: 1 }, null)),
			tMetaText: await e(() => this.transformResponse({ id: 1 }, 'meta')),
			tClass: await e(() => this.transformResponse(new (class { id = 1; })())),
			tProto: await e(() => this.transformResponse(Object.assign(Object.create(null), { id: 1, name: 'p' }))),
			tRelNil: await e(() => this.transformResponse({ id: 1, parent: null, restaurants: [], children: [{ id: 2, parent: { id: 1 } }] })),
			tRelOdd: await e(() => this.transformResponse({ id: 1, parent: 5, restaurants: 'x', children: { count: 2 } })),
			tDate: await e(() => this.transformResponse({ id: 1, when: new Date(0), nested: { id: 3, deep: [1] } })),
			tTwice: await e(() => this.transformResponse(this.transformResponse({ id: 1, name: 'x' }))),
			tResults: await e(() => this.transformResponse({ results: [{ id: 1 }], pagination: {} })),
			thisLost: await e(() => { const { transformResponse } = this; return transformResponse({ id: 1 }); }),
		};
	},
}));
