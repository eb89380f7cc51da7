module.exports = { most: 3 };
