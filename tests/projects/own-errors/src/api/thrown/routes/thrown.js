'use strict';
module.exports = {
  routes: [
    { method: 'POST', path: '/thrown', handler: 'thrown.act', config: { auth: false } },
    { method: 'POST', path: '/thrown/policy', handler: 'thrown.passed', config: { auth: false, policies: ['run'] } },
    { method: 'POST', path: '/thrown/middleware', handler: 'thrown.passed', config: { auth: false, middlewares: ['api::thrown.run'] } },
  ],
};
