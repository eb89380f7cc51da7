'use strict';

module.exports = {
  routes: [
    { method: 'GET', path: '/visits/written', handler: 'visit.written', config: { auth: false } },
    { method: 'GET', path: '/visits/read', handler: 'visit.read', config: { auth: false } },
    { method: 'GET', path: '/visits/refused', handler: 'visit.refused', config: { auth: false } },
  ],
};
