// The first view of a type in the content manager, as `config` in its model's file has it: what Strapi 4.26.2 makes of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearer, signIn, unlimited } from './lib/admins.mjs';
import { writeFiles } from './lib/code.mjs';
import { makeProject, useServer } from './lib/server.mjs';

const model = {
	kind: 'collectionType',
	collectionName: 'menus',
	info: { singularName: 'menu', pluralName: 'menus', displayName: 'Menu' },
	options: { draftAndPublish: false },
	pluginOptions: {},
	attributes: {
		title: { type: 'string' },
		note: { type: 'text' },
		price: { type: 'decimal' },
		secret: { type: 'string' },
		category: { type: 'relation', relation: 'oneToOne', target: 'api::category.category' },
	},
	config: {
		settings: {
			searchable: true,
			filterable: true,
			bulkable: false,
			pageSize: 50,
			defaultSortBy: 'price',
			defaultSortOrder: 'DESC',
			mainField: 'note',
		},
		metadatas: {
			title: {
				edit: { label: 'Name of it', description: 'd', placeholder: 'p', visible: true, editable: false },
				list: { label: 'Name', sortable: false, searchable: true },
			},
			category: {
				edit: { label: 'c', description: '', placeholder: '', visible: true, editable: true, mainField: 'id' },
				list: { label: 'cc', searchable: false, sortable: true },
			},
		},
		layouts: {
			list: ['id', 'price', 'title'],
			edit: [
				[
					{ name: 'price', size: 4 },
					{ name: 'title', size: 8 },
				],
			],
		},
		attributes: { secret: { hidden: true } },
	},
};

/** Strapi's answer. */
const view = {
	uid: 'api::menu.menu',
	settings: {
		bulkable: false,
		filterable: true,
		searchable: true,
		pageSize: 50,
		mainField: 'note',
		defaultSortBy: 'price',
		defaultSortOrder: 'DESC',
	},
	metadatas: {
		id: { edit: {}, list: { label: 'id', searchable: true, sortable: true } },
		title: {
			edit: { label: 'Name of it', description: 'd', placeholder: 'p', visible: true, editable: false },
			list: { label: 'Name', searchable: true, sortable: false },
		},
		note: {
			edit: { label: 'note', description: '', placeholder: '', visible: true, editable: true },
			list: { label: 'note', searchable: true, sortable: true },
		},
		price: {
			edit: { label: 'price', description: '', placeholder: '', visible: true, editable: true },
			list: { label: 'price', searchable: true, sortable: true },
		},
		secret: {
			edit: { label: 'secret', description: '', placeholder: '', visible: false, editable: true },
			list: { label: 'secret', searchable: true, sortable: true },
		},
		category: {
			edit: { label: 'c', description: '', placeholder: '', visible: true, editable: true, mainField: 'id' },
			list: { label: 'cc', searchable: false, sortable: true, mainField: 'id' },
		},
		createdAt: {
			edit: { label: 'createdAt', description: '', placeholder: '', visible: false, editable: true },
			list: { label: 'createdAt', searchable: true, sortable: true },
		},
		updatedAt: {
			edit: { label: 'updatedAt', description: '', placeholder: '', visible: false, editable: true },
			list: { label: 'updatedAt', searchable: true, sortable: true },
		},
		createdBy: {
			edit: { label: 'createdBy', description: '', placeholder: '', visible: false, editable: true, mainField: 'firstname' },
			list: { label: 'createdBy', searchable: true, sortable: true, mainField: 'firstname' },
		},
		updatedBy: {
			edit: { label: 'updatedBy', description: '', placeholder: '', visible: false, editable: true, mainField: 'firstname' },
			list: { label: 'updatedBy', searchable: true, sortable: true, mainField: 'firstname' },
		},
	},
	layouts: {
		list: ['id', 'price', 'title'],
		edit: [
			[
				{ name: 'price', size: 4 },
				{ name: 'title', size: 8 },
			],
		],
	},
};

describe('a model with a view of its own', () => {
	let client;
	useServer(
		started => ({ client } = started),
		() => {
			const folder = makeProject(unlimited);
			writeFiles(folder, { 'src/api/menu/content-types/menu/schema.json': model });
			return { folder, ownsFolder: true };
		},
	);

	it('is shown as the model says, until editors arrange it', async () => {
		const headers = bearer(await signIn(client));
		const where = '/content-manager/content-types/api::menu.menu/configuration';
		const answer = await client.get(where, headers);
		assert.deepEqual(answer.json.data.contentType, view);
		const settings = { ...view.settings, pageSize: 20 };
		const { layouts } = view;
		const metadatas = structuredClone(view.metadatas);
		for (const { list } of Object.values(metadatas)) delete list.mainField;
		const changed = await client.request('PUT', where, { body: { settings, metadatas, layouts }, headers });
		assert.equal(changed.status, 200, changed.text);
		assert.equal((await client.get(where, headers)).json.data.contentType.settings.pageSize, 20);
	});
});
