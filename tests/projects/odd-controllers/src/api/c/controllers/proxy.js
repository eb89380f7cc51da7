module.exports = new Proxy({}, { get: (target, key) => (typeof key === 'string' && key.startsWith('p') ? () => `proxied ${key}` : target[key]), has: () => false });
