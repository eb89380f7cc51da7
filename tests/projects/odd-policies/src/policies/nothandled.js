module.exports = { name: 'nothandled', handler(ctx) { ctx.state.seen = String(this === undefined || this === null || this === globalThis || typeof this); return true; } };
