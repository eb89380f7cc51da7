module.exports = plugin => { delete plugin.routes.admin; return plugin; };
