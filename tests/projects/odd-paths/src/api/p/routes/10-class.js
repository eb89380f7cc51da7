class Router {
	constructor() { this.routes = [this.route('/p/of-class')]; }
	route(path) { return { method: 'GET', path, handler: 'p.tell', config: { auth: false } }; }
}
module.exports = new Router();
