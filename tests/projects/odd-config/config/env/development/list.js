module.exports = require('../production/list.js');
