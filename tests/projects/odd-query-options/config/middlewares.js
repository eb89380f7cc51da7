module.exports = [
	'strapi::errors',
	'strapi::security',
	'strapi::cors',
	'strapi::poweredBy',
	{ name: 'strapi::query', config: { arrayLimit: 3, strictNullHandling: false, allowDots: true, comma: true } },
	'strapi::body',
	'strapi::favicon',
	'strapi::public',
	'global::query',
];
