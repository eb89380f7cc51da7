class Policy { constructor() { this.word = 'in'; this.handler = this.handler.bind(this); } handler(ctx) { return ctx.request.query.word === this.word; } }
module.exports = new Policy();
