// The language versions of an entry share what is not localized: what is copied to a new version, and when a change
// reaches the others. The expectations are what Strapi 4.26.2 answered.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';
import { makeProject } from './lib/server.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const everything =
	'populate[address][populate]=*&populate[hours]=*&populate[blocks][populate]=*&populate[cover][fields]=id&' +
	'fields[0]=seats&fields[1]=name&publicationState=preview';

/** A project in which components and media are shared by the language versions. */
function shareParts() {
	const folder = makeProject();
	const file = path.join(folder, 'src/api/restaurant/content-types/restaurant/schema.json');
	const model = JSON.parse(readFileSync(file, 'utf8'));
	for (const name of ['address', 'hours', 'blocks', 'cover']) delete model.attributes[name].pluginOptions;
	writeFileSync(file, JSON.stringify(model));
	return folder;
}

onEachDatabase('language versions', use => {
	const folder = shareParts();
	let client, id, other;
	use(started => ({ client } = started), { folder });
	after(() => rmSync(folder, { recursive: true, force: true }));

	const write = async (method, target, body) => {
		const { status, text, json } = await client.request(method, target, { headers, body });
		assert.equal(status, 200, text);
		return json;
	};
	/** What an entry is now; `parts` are the ids of its components. */
	async function read(entry) {
		const { seats, name, address, hours, blocks, cover } = (await client.get(`/api/restaurants/${entry}?${everything}`, headers)).json.data
			.attributes;
		const parts = [address?.id, address?.geo?.id, ...hours.map(hour => hour.id), ...blocks.map(block => block.id)].filter(Boolean);
		return {
			parts,
			is: {
				name,
				seats,
				street: address?.street,
				lat: address?.geo?.lat,
				cover: cover.data?.id,
				hours: hours.map(({ day }) => day),
				blocks: blocks.map(({ text }) => text),
			},
		};
	}

	it('a new version gets the fields, but neither components nor media', async () => {
		const address = { street: 'First', city: 'C', geo: { lat: 1, lng: 2 } };
		const data = {
			name: 'one',
			seats: 7,
			cover: 1,
			address,
			hours: [{ day: 'mon' }, { day: 'tue' }],
			blocks: [{ __component: 'blocks.quote', text: 'q' }],
		};
		id = (await write('POST', '/api/restaurants', { data })).data.id;
		other = (await write('POST', `/api/restaurants/${id}/localizations`, { locale: 'fr', name: 'un' })).id;
		assert.deepEqual((await read(other)).is, {
			name: 'un',
			seats: 7,
			street: undefined,
			lat: undefined,
			cover: undefined,
			hours: [],
			blocks: [],
		});
	});

	it('a change whose answer does not show the other versions does not reach them', async () => {
		await write('PUT', `/api/restaurants/${id}`, { data: { seats: 8, hours: [{ day: 'wed' }] } });
		const { seats, hours } = (await read(other)).is;
		assert.deepEqual({ seats, hours }, { seats: 7, hours: [] });
	});

	it('else all the fields do that the answer shows, which has the other versions as they were', async () => {
		const query = 'populate[localizations][fields]=seats';
		const { data } = await write('PUT', `/api/restaurants/${id}?${query}`, { data: { name: 'two', cover: 2 } });
		assert.deepEqual(
			data.attributes.localizations.data.map(entry => [entry.id, entry.attributes.seats]),
			[[other, 7]],
		);
		assert.deepEqual((await read(other)).is, {
			name: 'un',
			seats: 8,
			street: undefined,
			lat: undefined,
			cover: undefined,
			hours: [],
			blocks: [],
		});
		await write('PUT', `/api/restaurants/${id}?${query}&fields=name`, { data: { seats: 9 } });
		assert.equal((await read(other)).is.seats, 8);
	});

	it('and media and components, as deep as the answer shows them', async () => {
		await write('PUT', `/api/restaurants/${id}?populate=*`, { data: { seats: 10 } });
		const mine = await read(id);
		const theirs = await read(other);
		assert.deepEqual(theirs.is, { ...mine.is, name: 'un', lat: undefined });
		assert.equal(mine.is.lat, 1);
		await write('PUT', `/api/restaurants/${id}?populate[0]=localizations&populate[1]=address.geo`, {
			data: { address: { street: 'Second', city: 'C', geo: { lat: 5, lng: 5 } } },
		});
		const { is } = await read(other);
		assert.deepEqual([is.street, is.lat, is.hours], ['Second', 5, ['wed']]);
	});

	it('a change over GraphQL does not reach them, whatever its answer shows', async () => {
		const change = seats =>
			`mutation {updateRestaurant(id: ${id}, data: {seats: ${seats}}) {data {attributes {seats localizations(publicationState: ` +
			'PREVIEW) {data {id attributes {seats}}}}}}}';
		const before = (await read(other)).is.seats;
		const { data } = await write('POST', '/graphql', { query: change(33) });
		assert.deepEqual(data.updateRestaurant.data.attributes, {
			seats: 33,
			localizations: { data: [{ id: `${other}`, attributes: { seats: before } }] },
		});
		assert.equal((await read(other)).is.seats, before);
		await write('POST', '/graphql', { query: change(before) });
	});

	it('components are copies, not shared', async () => {
		const mine = await read(id);
		const theirs = await read(other);
		assert.deepEqual(
			theirs.parts.filter((part, at) => mine.parts[at] === part),
			[],
		);
		await write('PUT', `/api/restaurants/${other}`, { data: { address: null, hours: [], blocks: [] } });
		assert.deepEqual(await read(id), mine);
	});

	it('a field given with a new version reaches the others, a component does not', async () => {
		await write('POST', `/api/restaurants/${id}/localizations`, {
			locale: 'de',
			name: 'eins',
			seats: 70,
			address: { street: 'Dritte', city: 'C' },
		});
		assert.deepEqual([(await read(id)).is.seats, (await read(other)).is.seats], [70, 70]);
		assert.equal((await read(id)).is.street, 'Second');
	});

	it('there is no version of an entry that is not there', async () => {
		for (const entry of ['99999', 'x']) {
			const body = { locale: 'fr', name: 'un' };
			const { status, json } = await client.request('POST', `/api/restaurants/${entry}/localizations`, { headers, body });
			assert.deepEqual([status, json.error], [404, { status: 404, name: 'NotFoundError', message: 'Entity not found', details: {} }]);
		}
	});
});
