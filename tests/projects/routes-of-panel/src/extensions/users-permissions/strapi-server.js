module.exports = plugin => { plugin.routes.admin.routes.find(({ handler }) => handler === 'settings.getProviders').handler = 'settings.getAdvancedSettings'; return plugin; };
