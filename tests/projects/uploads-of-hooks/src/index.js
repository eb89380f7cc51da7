'use strict';
// Hooks upload files and remove them, in the course of the change.
const fs = require('fs');
const path = require('path');
module.exports = {
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe({
			models: ['api::category.category'],
			async afterCreate({ result }) {
				const place = path.join(require('os').tmpdir(), `of-hook-${process.pid}-${result.id}`);
				fs.writeFileSync(place, `category ${result.name}`);
				const files = { path: place, name: `${result.name}.txt`, type: 'text/plain', size: 12 };
				const [made] = await strapi.plugins.upload.services.upload.upload({ data: { fileInfo: { caption: 'made' } }, files });
				await strapi.entityService.update('api::category.category', result.id, { data: { name: `${result.name} ${made.name} ${made.caption}` } });
				fs.unlinkSync(place);
			},
			async beforeDelete({ params }) {
				const uploads = strapi.plugin('upload').service('upload');
				for (const file of await strapi.query('plugin::upload.file').findMany({ where: { caption: 'made' } })) await uploads.remove(file);
				if (params.where.id === 2) throw new Error('not this one');
			},
		});
	},
};
