class Base { find() { return this.name(); } name() { return 'base'; } }
class Own extends Base { name() { return `own ${super.name()}`; } }
module.exports = new Own();
