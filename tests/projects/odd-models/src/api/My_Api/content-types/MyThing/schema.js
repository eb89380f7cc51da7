const options = { draftAndPublish: false, comment: 'c', increments: true, timestamps: ['a', 'b'], privateAttributes: ['hidden', 'updatedAt'], populateCreatorFields: true, own: { x: 1 } };
module.exports = {
	kind: 'collectionType', collectionName: 'My_Things', info: { singularName: 'my-thing', pluralName: 'my-things', displayName: 'My Thing', name: 'MyThing', icon: 'x', description: 'd' }, options, pluginOptions: { 'content-manager': { visible: false } },
	attributes: {
		name: { type: 'string', required: true, unique: true, minLength: 2, maxLength: 10, regex: '^[a-z ]+$' },
		hidden: { type: 'string', default: 'h' }, URL: { type: 'string' }, Other_Field: { type: 'integer', min: 1, max: 5, default: 3 }, camelCase: { type: 'decimal', min: 0.5, max: 1.5 },
		big: { type: 'Shared.Big-Name' && 'component', component: 'shared.big-name' }, many: { type: 'component', repeatable: true, component: 'shared.big-name', min: 1, max: 2 },
		zone: { type: 'dynamiczone', components: ['shared.big-name', 'odd-names.sub_part'], min: 0, max: 2 },
		kind: { type: 'enumeration', enum: ['A b', 'c-d', 'É', '_x', 'e.f'], default: 'c-d' }, slug: { type: 'uid', targetField: 'name', options: { separator: '_', lowercase: false } }, code: { type: 'uid' },
		secret: { type: 'string', private: true }, locked: { type: 'string', writable: false, configurable: false, visible: false }, mail: { type: 'email', unique: true }, pass: { type: 'password', minLength: 6 }, note: { type: 'richtext', maxLength: 20 }, text: { type: 'text', minLength: 3 },
		big_int: { type: 'biginteger', min: '5', max: '9007199254740993' }, when: { type: 'date' }, time: { type: 'time' }, moment: { type: 'timestamp' }, flag: { type: 'boolean', default: null }, data: { type: 'json', default: { a: [1] } }, float: { type: 'float', required: false, unique: false }, blocks: { type: 'blocks' },
		cover: { type: 'media', multiple: false, required: false, allowedTypes: ['images'] }, files: { type: 'media', multiple: true, allowedTypes: ['files', 'videos'] },
		twin: { type: 'relation', relation: 'oneToOne', target: 'api::my-api.plain-one', inversedBy: 'twin' }, kids: { type: 'relation', relation: 'oneToMany', target: 'api::my-api.plain-one', mappedBy: 'parent' }, tags: { type: 'relation', relation: 'manyToMany', target: 'api::category.category' }, owner: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' }, self: { type: 'relation', relation: 'oneToMany', target: 'api::my-api.my-thing' }, one: { type: 'relation', relation: 'oneToOne', target: 'api::my-api.my-thing' },
	},
};
