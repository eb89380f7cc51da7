Object.defineProperty(exports, '__esModule', { value: true }); exports.b = 2;
