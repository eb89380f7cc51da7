'use strict';
const cases = require('../cases');
module.exports = () => (ctx, next) => (cases[ctx.get('x-outer')] ?? ((c, n) => n()))(ctx, next);
