'use strict';
const createError = require('./http-errors');
const utils = require('@strapi/utils');

/** Runs the code that a request names, and lets what it throws go on. */
exports.run = (code, ctx) => new Function('ctx', 'createError', 'utils', 'require', code)(ctx, createError, utils, require);
