'use strict';

module.exports = {
  written(ctx) {
    ctx.session.count = 1;
    ctx.set('X-Lab', 'written');
    ctx.send({ written: true });
  },
  read: (ctx) => ({ count: ctx.session.count ?? null }),
  refused(ctx) {
    ctx.session.count = 1;
    return ctx.badRequest('refused');
  },
};
