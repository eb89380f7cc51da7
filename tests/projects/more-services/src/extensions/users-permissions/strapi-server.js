'use strict';
// Where providers send clients back to.
module.exports = (plugin) => {
	const usual = plugin.services.providers;
	plugin.services.providers = (...given) => {
		const service = typeof usual === 'function' ? usual(...given) : usual;
		return { ...service, buildRedirectUri: (provider = '') => `https://api.example.com/own/connect/${provider}/callback` };
	};
	return plugin;
};
