class Made { run() { return this instanceof Made ? 'made' : 'lost'; } } module.exports = new Made();
