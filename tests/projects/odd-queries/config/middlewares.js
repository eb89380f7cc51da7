module.exports = [
	'strapi::errors',
	'strapi::security',
	'strapi::cors',
	{ name: 'strapi::query', config: { arrayLimit: 300, depth: 30, parameterLimit: 2000 } },
	'strapi::body',
	'strapi::favicon',
	'strapi::public',
];
