module.exports = { from: 'js', only: 1 };
