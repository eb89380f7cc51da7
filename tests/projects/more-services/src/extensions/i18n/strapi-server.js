'use strict';
// A language of the project's own.
module.exports = (plugin) => {
	const usual = plugin.services['iso-locales'];
	plugin.services['iso-locales'] = (...given) => {
		const service = typeof usual === 'function' ? usual(...given) : usual;
		const all = service.getIsoLocales();
		return { ...service, getIsoLocales: () => [...all, { code: 'tlh', name: 'Klingon (tlh)' }] };
	};
	return plugin;
};
