exports.at = require('path').basename(__dirname); exports.parent = typeof module.parent;
