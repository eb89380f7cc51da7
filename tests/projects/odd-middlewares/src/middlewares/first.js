'use strict';
const cases = require('../cases');
module.exports = () => (ctx, next) => (cases[ctx.get('x-first')] ?? ((c, n) => n()))(ctx, next);
