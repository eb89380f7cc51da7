module.exports = { dir: require('path').basename(__dirname), again: require('.') === module.exports, json: require('./data'), up: require('..').name };
