module.exports = [undefined, { c: 2 }, 'd'];
