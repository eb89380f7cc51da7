// Middlewares that the main router gets, and a way of its own to know who asks.
const seen = (globalThis.seenByRouter ??= []);

module.exports = {
	register({ strapi }) {
		const { router } = strapi.server;
		const tell = name => async (ctx, next) => {
			seen.push(`${name} ${ctx.method} ${ctx.path}`);
			await next();
			ctx.set('x-own', `${name} ${ctx.status}`);
		};
		router.use(tell('first'));
		router.use('/api/categories', tell('categories'));
		router.get('/own-raw', ctx => {
			ctx.body = 'raw';
		});
		router.use(['/api/restaurants', '/own-raw'], tell('listed'), tell('listed too'));
		strapi.container.get('auth').register('content-api', {
			name: 'own-key',
			async authenticate(ctx) {
				const key = String(ctx.query.key ?? '');
				seen.push(`asked ${key}`);
				if (key === 'bad') return { authenticated: false, error: 'The key is bad' };
				if (!key) return { authenticated: false };
				return { authenticated: true, credentials: { key } };
			},
			async verify(auth, config) {
				const scopes = [].concat(config.scope ?? []);
				seen.push(`verify ${auth.credentials.key} ${scopes.join()}`);
				if (auth.credentials.key === 'all') return;
				if (!scopes.every(scope => scope.startsWith('api::category'))) throw new Error('no');
			},
		});
	},
	bootstrap({ strapi }) {
		strapi.server.router.use(async (ctx, next) => {
			seen.push('late');
			await next();
		});
	},
};
