module.exports = [
	'strapi::errors',
	'strapi::security',
	'strapi::cors',
	'strapi::poweredBy',
	'strapi::logger',
	'strapi::query',
	'strapi::body',
	'strapi::session',
	'strapi::favicon',
	'strapi::public',
	{ name: 'global::timing', config: { header: 'x-lab' } },
	'global::rewrite',
];
