Object.defineProperty(exports, '__esModule', { value: true });
exports.default = async (ctx, config) => { await null; return !config.no; };
