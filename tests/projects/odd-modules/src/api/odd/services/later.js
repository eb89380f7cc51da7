module.exports = async () => ({ a: 1 });
