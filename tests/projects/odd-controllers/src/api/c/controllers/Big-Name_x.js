module.exports = { find: () => 'big' };
