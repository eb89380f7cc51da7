const r = (path, handler = 'p.tell', config = { auth: false }, method = 'GET') => ({ method, path, handler, config });
module.exports = {
	prefix: '/pre/:group',
	type: 'admin',
	name: 'x',
	routes: [r('/a/:id'), r('/'), r('/own', 'p.tell', { auth: false, prefix: '' }), r('/own2', 'p.tell', { auth: false, prefix: undefined })],
};
