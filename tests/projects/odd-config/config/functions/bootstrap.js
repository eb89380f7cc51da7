module.exports = async function () { return 1 };
