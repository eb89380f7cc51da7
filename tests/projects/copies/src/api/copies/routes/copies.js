'use strict';
const names = ['whole', 'read', 'changed', 'set', 'refused', 'chain', 'category', 'query', 'relations', 'failing', 'values', 'validated'];
const route = (name) => ({ method: 'GET', path: `/copies/${name}`, handler: `copies.${name}`, config: { auth: false } });
module.exports = { routes: names.map(route) };
