'use strict';
// As much of the package http-errors as throws: a copy of the project's own, whose classes nobody else knows.
const { STATUS_CODES } = require('http');

class HttpError extends Error {}

module.exports = function createError(status, message = STATUS_CODES[status], props = {}) {
  const error = Object.assign(new HttpError(message), { expose: status < 500, status, statusCode: status }, props);
  if (!props.name) Object.defineProperty(error, 'name', { value: `${STATUS_CODES[status].replace(/\W/g, '')}Error`, configurable: true, writable: true });
  return error;
};
module.exports.HttpError = HttpError;
