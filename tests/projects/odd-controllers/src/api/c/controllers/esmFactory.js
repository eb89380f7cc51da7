Object.defineProperty(exports, '__esModule', { value: true });
exports.default = ({ strapi }) => ({ find: () => `esm ${typeof strapi}` });
