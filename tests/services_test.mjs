// The services that a project's code calls, strapi.db.query and strapi.entityService, beside the answers of Strapi 4.26.2.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases } from './lib/data.mjs';
import { essence, timeless, withServices } from './lib/services.mjs';

test('random reads are answered as by Strapi', () => {
	const cases = readCases('service-reads');
	withServices(call => {
		const answers = call(cases);
		assert.equal(answers.length, cases.length);
		cases.forEach((recorded, i) => {
			const [want, got] = [essence(recorded), essence(answers[i])];
			// Where Strapi's message names an alias, ours is in other words.
			if (want.error?.endsWith(': ')) want.error = got.error = got.error?.split(':')[0];
			assert.deepEqual(got, want, JSON.stringify(recorded).slice(0, 2000));
		});
	});
});

test('random changes, and reads of what they changed, are answered as by Strapi', () => {
	const cases = readCases('service-writes');
	withServices(call => {
		const since = Date.now() - 1000;
		const answers = call(cases);
		assert.equal(answers.length, cases.length);
		cases.forEach((recorded, i) => {
			const [want, got] = [essence(recorded), essence(timeless(answers[i], since))];
			// Where the database refuses a value, Strapi throws the database's error.
			if (want.error?.endsWith(': ')) assert.ok(got.error, JSON.stringify(recorded));
			else assert.deepEqual(got, want, `${i} ${JSON.stringify(recorded).slice(0, 2000)}`);
		});
	});
});

test('dates, undefined and keys with @ survive the way', () => {
	const uid = 'api::kitchen-sink.kitchen-sink';
	const date = { '@': 'date', value: '2024-02-03T04:05:06.007Z' };
	const data = {
		requiredText: 'x',
		camelCaseName: { '@': 'undefined' },
		datetime: date,
		json: { '@@type': 'x', at: date, no: { '@': 'undefined' } },
	};
	withServices(call => {
		const select = ['requiredText', 'camelCaseName', 'datetime', 'json'];
		const [created, found] = call([
			{ service: 'db.query.create', arguments: [uid, { data, select }] },
			{ service: 'db.query.count', arguments: [uid, { where: { datetime: date } }] },
		]);
		assert.deepEqual(created.value, {
			requiredText: 'x',
			camelCaseName: null,
			datetime: date.value,
			json: { '@@type': 'x', at: date.value },
		});
		assert.equal(found.value, 1);
	});
});

test('a relation to what has no id is refused, as by Strapi', () => {
	const uid = 'api::category.category';
	const message = 'Invalid id, expected a string or integer, got [object Object]';
	withServices(call => {
		for (const id of [null, { '@': 'undefined' }]) {
			const data = { name: 'lost', parent: { id } };
			const answers = call([
				{ service: 'entityService.create', arguments: [uid, { data }] },
				{ service: 'entityService.update', arguments: [uid, 1, { data }] },
				{ service: 'db.query.create', arguments: [uid, { data }] },
				{ service: 'db.query.update', arguments: [uid, { where: { id: 1 }, data }] },
				{ service: 'db.query.count', arguments: [uid, { where: { name: 'lost' } }] },
			]);
			assert.deepEqual(
				answers.slice(0, 4).map(({ error }) => [error?.name, error?.message]),
				Array(4).fill(['Error', message]),
			);
			assert.equal(answers[4].value, 0);
		}
	});
});

const [CATEGORY, RESTAURANT] = ['api::category.category', 'api::restaurant.restaurant'];

test('lifecycles are run as by Strapi, with the same parameters and results', () => {
	const cases = readCases('service-lifecycles');
	withServices(
		call => {
			const since = Date.now() - 1000;
			const answers = call(cases);
			cases.forEach((recorded, i) => {
				// Where Strapi also hears what its own validation reads, and two reads at the same time.
				if (recorded.skip) return;
				const { error, events } = timeless(answers[i], since);
				const what = JSON.stringify(recorded).slice(0, 500);
				assert.deepEqual(events, recorded.events, what);
				if (recorded.error) assert.equal(error.message, recorded.error.message, what);
				else assert.deepEqual(timeless(answers[i].value, since), recorded.value, what);
			});
		},
		[CATEGORY, RESTAURANT],
	);
});

test('lifecycles hear what REST reads and changes', () => {
	const rest = (action, ...list) => ({ rest: action, arguments: list });
	const named = events => events.map(({ action }) => action);
	withServices(
		call => {
			const [list, one, created, late, kept, refused, removed] = call([
				rest('find', CATEGORY, 'filters[id][$lt]=3&fields=name&populate=parent&sort=id'),
				rest('findOne', CATEGORY, 2, 'populate=parent'),
				rest('create', CATEGORY, { name: 'change', parent: 1 }, 'populate=parent'),
				rest('update', CATEGORY, 6, { name: 'late' }, ''),
				rest('findOne', CATEGORY, 6, 'fields=name'),
				rest('create', CATEGORY, { name: 'refuse' }, ''),
				rest('delete', CATEGORY, 7, 'fields=name'),
			]);
			assert.deepEqual(named(list.events), ['beforeFindMany', 'afterFindMany', 'beforeCount', 'afterCount']);
			assert.deepEqual(list.events[0].params.where, { id: { $lt: '3' } });
			const entry = { name: 'Category 1', seen: true, parent: { data: null } };
			assert.deepEqual(list.value.data[0].attributes, entry);
			assert.equal(one.events[1].result.code, 'C2', 'code sees what is private');
			assert.deepEqual(Object.keys(one.value.data[0].attributes), ['name', 'createdAt', 'updatedAt', 'seen', 'parent']);
			const counted = ['beforeCount', 'afterCount'];
			assert.deepEqual(named(created.events), [...counted, 'beforeCreate', 'beforeFindOne', 'afterFindOne', 'afterCreate']);
			assert.equal(created.value.data[0].attributes.name, 'changed');
			assert.equal(created.value.data[0].attributes.parent.data.id, 1);
			assert.equal(late.error.message, 'refused late');
			assert.equal(kept.value.data[0].attributes.name, 'late', 'what was changed stays');
			assert.equal(refused.error.message, 'refused early');
			assert.deepEqual(named(removed.events).slice(2), ['beforeDelete', 'beforeFindOne', 'afterFindOne', 'afterDelete']);
		},
		[CATEGORY],
	);
});

test('what code leaves of a result is answered with all that it populates', () => {
	const path = 'filters[id][$lt]=40&populate=*&sort=id&pagination[limit]=100&locale=all';
	const read = { rest: 'find', arguments: [RESTAURANT, path] };
	const withoutSeen = value => JSON.parse(JSON.stringify(value, (key, inner) => (key === 'seen' ? undefined : inner)));
	let plain, heard;
	withServices(call => ([plain] = call([read])));
	withServices(call => ([heard] = call([read])), [RESTAURANT]);
	assert.deepEqual(withoutSeen(heard.value), plain.value);
});

test('what code leaves of what GraphQL reads is shown', () => {
	const path = 'filters[id][$lt]=4&sort=id&fields[0]=name&populate[parent][fields][0]=name';
	const read = { rest: 'findSelected', arguments: [CATEGORY, `${path}&pagination[limit]=100`] };
	const change = { service: 'db.query.update', arguments: [CATEGORY, { where: { id: 2 }, data: { parent: 1 } }] };
	let plain, heard;
	withServices(call => ([, plain] = call([change, read])));
	withServices(call => ([, heard] = call([change, read])), [CATEGORY]);
	assert.equal(plain.value.data.length, 4);
	assert.deepEqual(heard.value, plain.value);
	assert.deepEqual(Object.keys(heard.events[1].result[0]), ['id', 'name', 'code', 'createdAt', 'updatedAt']);
});

test('what is unknown is an error that names it', () => {
	withServices(call => {
		const names = calls => call(calls).map(({ error }) => error.message);
		const ask = (service, ...list) => ({ service, arguments: list });
		assert.deepEqual(
			names([
				ask('db.query.findMany', 'api::nope.nope'),
				ask('entityService.nope', 'api::category.category'),
				ask('db.query.findMany', 'api::category.category', { where: { nope: 1 } }),
				ask('db.query.findMany', 'api::category.category', { where: { name: { $nope: 1 } } }),
				ask('db.query.findMany', 'api::category.category', { orderBy: 'nope' }),
				ask('db.query.findMany', 'api::category.category', { populate: 'parent' }),
				ask('entityService.findMany', 'api::category.category', { sort: 'name:up' }),
				ask('entityService.findMany', 'api::category.category', { page: 1, start: 1 }),
			]),
			[
				'Metadata for "api::nope.nope" not found',
				'There is no such service',
				'no such column: t0.nope',
				'Undefined attribute level operator $nope',
				'Attribute nope not found on model api::category.category',
				'Populate must be an object',
				'Invalid order. order can only be one of asc|desc|ASC|DESC',
				'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
			],
		);
	});
});

test('no depth and no number of parts is too much to be refused', () => {
	withServices(call => {
		const nest = (inner, wrap, times) => Array.from({ length: times }).reduce(wrap, inner);
		const many = parameters => ({ service: 'db.query.findMany', arguments: ['api::category.category', parameters] });
		const [deep, path, wide, sorts] = call([
			many({ where: nest({ id: 1 }, inner => ({ parent: inner }), 400) }),
			many({ populate: [nest('parent', inner => `parent.${inner}`, 5000)] }),
			many({ where: { $or: Array.from({ length: 50_000 }, (_, id) => ({ id })) } }),
			many({ orderBy: Array.from({ length: 200 }, () => 'id') }),
		]);
		for (const { error } of [deep, wide, sorts]) assert.ok(error, 'it is refused');
		assert.ok(path.error || path.value);
	});
});
