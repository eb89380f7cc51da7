// What code puts around strapi.entityService, and around the mutations of the plugins upload and i18n, counts over GraphQL, too.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { startServer } from './lib/server.mjs';

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
const CAT = 'api::category.category';
let server;

async function query(text, variables) {
	const headers = { ...token, 'Content-Type': 'application/json' };
	const answer = await fetch(`${server.base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: text, variables }) });
	const { data, errors } = await answer.json();
	assert.equal(errors, undefined, JSON.stringify(errors));
	return data;
}

/** The same in `register` and in `bootstrap`. */
const decorating = step => `module.exports = { ${step}({ strapi }) {
	strapi.entityService.decorate(service => ({
		async wrapParams(params, { uid, action }) {
			return uid === '${CAT}' && action === 'findMany' ? { ...params, sort: 'id:desc' } : params;
		},
		async findOne(uid, ...args) {
			const found = await service.findOne.call(this, uid, ...args);
			return uid === '${CAT}' && found ? { ...found, name: found.name + ', decorated' } : found;
		},
		async create(uid, params) {
			return service.create.call(this, uid, { ...params, data: { ...params.data, name: params.data.name + ' (made)' } });
		},
		async update(uid, id, params) {
			return service.update.call(this, uid, id, { ...params, data: { ...params.data, name: params.data.name + ' (changed)' } });
		},
		async delete(uid, id, params) {
			return { ...(await service.delete.call(this, uid, id, params)), name: 'gone' };
		},
	}));
} };\n`;

for (const step of ['register', 'bootstrap']) {
	describe(`strapi.entityService.decorate in ${step}, over GraphQL`, () => {
		before(async () => void (server = await startServer({ folder: makeCodeProject({ 'src/index.js': decorating(step) }) })));
		after(() => server?.stop());

		it('lists', async () => {
			const page = 'pagination: { pageSize: 3 }, sort: "id"';
			const { categories } = await query(`{ categories(${page}) { data { id } meta { pagination { total } } } }`);
			const ids = categories.data.map(({ id }) => Number(id));
			assert.equal(ids.length, 3);
			assert.ok(ids[0] > ids[1] && ids[1] > ids[2], ids.join());
			assert.ok(categories.meta.pagination.total >= 20);
		});

		it('single entries, with what they are related to', async () => {
			const { category } = await query('{ category(id: 1) { data { id attributes { name restaurants { data { id } } } } } }');
			assert.match(category.data.attributes.name, /^Category 1, decorated$/);
			assert.ok(category.data.attributes.restaurants.data.length > 0);
		});

		it('changes', async () => {
			const made = await query('mutation { createCategory(data: { name: "by graph" }) { data { id attributes { name } } } }');
			const { id, attributes } = made.createCategory.data;
			assert.equal(attributes.name, 'by graph (made)');
			const change = 'mutation ($id: ID!) { updateCategory(id: $id, data: { name: "again" }) { data { attributes { name } } } }';
			assert.equal((await query(change, { id })).updateCategory.data.attributes.name, 'again (changed)');
			const remove = 'mutation ($id: ID!) { deleteCategory(id: $id) { data { attributes { name } } } }';
			assert.equal((await query(remove, { id })).deleteCategory.data.attributes.name, 'gone');
		});

		it('other types, single types and language versions', async () => {
			const { homepage, restaurants } = await query(
				'{ homepage { data { attributes { title } } } restaurants(locale: "fr", pagination: { limit: 2 }) { data { attributes { locale } } } }',
			);
			assert.equal(homepage.data.attributes.title, 'Home');
			assert.deepEqual(
				restaurants.data.map(({ attributes }) => attributes.locale),
				['fr', 'fr'],
			);
		});
	});
}

describe('a decoration that relations would ask', () => {
	const wrap = 'strapi.entityService.decorate(() => ({ async wrapResult(result) { return result; } }));';
	const decorate = `module.exports = { STEP({ strapi }) { ${wrap} } };\n`;
	it('closes GraphQL in register', async () => {
		server = await startServer({ folder: makeCodeProject({ 'src/index.js': decorate.replace('STEP', 'register') }) });
		try {
			const body = JSON.stringify({ query: '{ category(id: 1) { data { id } } }' });
			const headers = { ...token, 'Content-Type': 'application/json' };
			const answer = await fetch(`${server.base}/graphql`, { method: 'POST', headers, body });
			assert.equal(answer.status, 501);
			assert.match(await answer.text(), /decorate of wrapResult/);
		} finally {
			await server.stop();
		}
	});
});

const around = `module.exports = { register({ strapi }) {
	const mark = async (next, parent, args, context, info) => {
		context.koaContext.set?.('X-None', '1');
		if (args.info) args.info.caption = 'by ' + info.fieldName;
		if (args.data?.name) args.data.name += ' (' + info.fieldName + ')';
		const found = await next(parent, args, context, info);
		global.seen = [...(global.seen ?? []), [info.fieldName, found?.value?.id ?? null]];
		return found;
	};
	const names = ['updateFileInfo', 'removeFile', 'createRestaurantLocalization', 'deleteUploadFile'];
	const refuse = () => false;
	strapi.plugin('graphql').service('extension').use({ resolversConfig: {
		...Object.fromEntries(names.map(name => ['Mutation.' + name, { middlewares: [mark] }])),
		'Query.uploadFiles': { middlewares: [mark] }, 'Query.i18NLocales': { middlewares: [mark] },
		'Mutation.createHomepageLocalization': { policies: [refuse] },
	} });
} };\n`;
const lab = `module.exports = { seen: () => global.seen.splice(0) };\n`;
const route = "module.exports = { routes: [{ method: 'GET', path: '/lab', handler: 'lab.seen', config: { auth: false } }] };\n";

describe('middlewares around fields of upload and i18n', () => {
	const seen = async () => (await fetch(`${server.base}/api/lab`)).json();
	before(async () => {
		const files = { 'src/index.js': around, 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': route };
		server = await startServer({ folder: makeCodeProject(files) });
	});
	after(() => server?.stop());

	it('queries', async () => {
		const text = '{ uploadFiles(pagination: { limit: 2 }) { data { id } } i18NLocales { data { attributes { code } } } }';
		const { uploadFiles, i18NLocales } = await query(text);
		assert.equal(uploadFiles.data.length, 2);
		assert.ok(i18NLocales.data.some(({ attributes }) => attributes.code === 'fr'));
		assert.deepEqual(
			(await seen()).map(([name]) => name),
			['uploadFiles', 'i18NLocales'],
		);
	});

	it('what is said of a file, and its removal', async () => {
		const text = 'mutation { updateFileInfo(id: 2, info: { name: "named.jpg" }) { data { id attributes { name caption } } } }';
		const { data } = (await query(text)).updateFileInfo;
		assert.deepEqual(data, { id: '2', attributes: { name: 'named.jpg', caption: 'by updateFileInfo' } });
		const { removeFile } = await query('mutation { removeFile(id: 9) { data { id } } }');
		assert.deepEqual(removeFile, { data: { id: '9' } });
		assert.deepEqual((await query('{ uploadFile(id: 9) { data { id } } }')).uploadFile.data, null);
		assert.deepEqual((await query('mutation { removeFile(id: 99999) { data { id } } }')).removeFile, null);
		assert.deepEqual(await seen(), [
			['updateFileInfo', 2],
			['removeFile', 9],
			['removeFile', null],
		]);
	});

	it('another language version', async () => {
		const data = '{ name: "lingual", seats: 7, publishedAt: "2024-01-01T00:00:00.000Z" }';
		const made = (await query(`mutation { createRestaurant(data: ${data}) { data { id } } }`)).createRestaurant.data.id;
		const text = `mutation ($id: ID!) { createRestaurantLocalization(id: $id, locale: "fr", data: { name: "linguiste" }) {
			data { attributes { name seats locale localizations { data { id } } } } } }`;
		const { attributes } = (await query(text, { id: made })).createRestaurantLocalization.data;
		assert.deepEqual(attributes, {
			...{ name: 'linguiste (createRestaurantLocalization)', seats: 7, locale: 'fr' },
			localizations: { data: [{ id: made }] },
		});
	});

	it('policies refuse', async () => {
		const headers = { ...token, 'Content-Type': 'application/json' };
		const body = JSON.stringify({ query: 'mutation { createHomepageLocalization(locale: "fr", data: { title: "x" }) { data { id } } }' });
		const { errors } = await (await fetch(`${server.base}/graphql`, { method: 'POST', headers, body })).json();
		assert.equal(errors[0].extensions.error.name, 'PolicyError');
	});

	it('those of uploads are refused by name', async () => {
		const index = `module.exports = { register({ strapi }) { strapi.plugin('graphql').service('extension').use({ resolversConfig: {
			'Mutation.upload': { middlewares: [(next, ...given) => next(...given)] } } }); } };\n`;
		await assert.rejects(startServer({ folder: makeCodeProject({ 'src/index.js': index }) }), /middlewares around Mutation\.upload/);
	});
});
