module.exports = ({ env }) => ({
	host: '127.0.0.1',
	port: env.int('PORT', 1337),
	url: 'https://cms.example.com',
	app: { keys: ['k1', 'k2'] },
	proxy: { enabled: true, host: 'cms.example.com', ssl: true },
});
