Object.defineProperty(exports, '__esModule', { value: true });
exports.default = { routes: [{ method: 'GET', path: '/p/of-default', handler: 'p.tell', config: { auth: false } }] };
