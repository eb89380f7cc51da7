module.exports = require('../production/shapes.js');
