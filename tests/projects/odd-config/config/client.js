class Client { constructor() { this.options = { a: 1 }; this.self = this; } call() { return 'called ' + this.options.a; } }; module.exports = new Client();
