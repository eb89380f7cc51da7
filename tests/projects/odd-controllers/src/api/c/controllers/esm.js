Object.defineProperty(exports, '__esModule', { value: true });
exports.default = { find: () => 'esm' };
exports.other = () => 'lost';
