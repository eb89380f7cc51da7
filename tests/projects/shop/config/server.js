module.exports = ({ env }) => ({
	host: '127.0.0.1',
	port: env.int('PORT', 1337),
	app: { keys: env.array('APP_KEYS', ['k1aaaaaaaaaaaaaa', 'k2aaaaaaaaaaaaaa']) },
});
