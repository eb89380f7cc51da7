module.exports = { beforeCreate(event) { event.params.data.secret = Object.keys(event).sort().join(); } };
