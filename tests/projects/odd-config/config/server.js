module.exports = ({ env }) => ({ host: env('HOST', '127.0.0.1'), port: env.int('PORT', 1337), url: env('PUBLIC_URL', 'https://api.example.com/base/'), app: { keys: env.array('APP_KEYS', ['k1', 'k2']) }, emitErrors: false, dirs: { public: './public' },
	webhooks: { populateRelations: env.bool('W', false), defaultHeaders: { a: 'b' } }, own: { x: 1 }, admin: { autoOpen: false } });
