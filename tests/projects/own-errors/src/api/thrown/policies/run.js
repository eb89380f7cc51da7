'use strict';
const { run } = require('../../../lib/run');

module.exports = (ctx) => run(ctx.request.body.code, ctx);
