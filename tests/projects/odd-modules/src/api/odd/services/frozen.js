module.exports = Object.freeze({ x: 1 });
