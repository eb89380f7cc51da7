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
