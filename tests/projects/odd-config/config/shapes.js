'use strict';
class Store { constructor() { this.kept = new Map([['a', 1]]); this.at = new Date(0); } has(key) { return this.kept.has(key); } get size() { return this.kept.size; } }
module.exports = ({ env }) => ({
	store: new Store(), when: new Date(0), pattern: /a.b/gi, list: [1, , 3], none: undefined, nil: null, big: 10n, sym: Symbol.for('x'),
	set: new Set([1]), buffer: Buffer.from('ab'), url: new URL('http://a.b/c?d=e'), run: () => 'ran', 'a.b': { c: 1 }, a: { b: { c: 2 } },
	nan: NaN, nested: { 'x-y': [{ z: 1 }], f() { return this === undefined ? 'none' : Object.keys(this).join(); } }, err: new Error('kept'),
	frozen: Object.freeze({ a: Object.freeze({ b: 1 }) }), bare: Object.assign(Object.create(null), { x: 1 }), env: typeof env,
	get got() { return 'getter'; }, args: (function () { return arguments; })(1, 2), typed: new Uint8Array([1, 2]), fnWith: Object.assign(() => 5, { extra: { a: 1 } }),
});
