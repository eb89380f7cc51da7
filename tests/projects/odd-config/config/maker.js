module.exports = () => () => 'inner';
