Object.defineProperty(exports, '__esModule', { value: true });
exports.default = { services: { things: () => ({ a: 1 }) }, routes: undefined, register: undefined };
