module.exports = plugin => { plugin.routes.admin = { type: 'admin', routes: plugin.routes.admin.routes.slice(1) }; return plugin; };
