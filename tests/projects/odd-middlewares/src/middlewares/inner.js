'use strict';
const cases = require('../cases');
module.exports = () => (ctx, next) => (cases[ctx.get('x-inner')] ?? ((c, n) => n()))(ctx, next);
