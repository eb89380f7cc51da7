Object.defineProperty(exports, '__esModule', { value: true }); exports.default = ({ env }) => ({ a: env('SEEN') }); exports.b = 2;
