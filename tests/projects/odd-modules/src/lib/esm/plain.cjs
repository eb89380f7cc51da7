module.exports = { plain: true };
