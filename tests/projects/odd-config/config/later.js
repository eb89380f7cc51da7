module.exports = async () => ({ x: 1 });
