module.exports = plugin => {
	const wrap = (name, change) => {
		const given = plugin.services[name];
		plugin.services[name] = context => ({ ...given(context), ...change(given(context)) });
	};
	const heard = (globalThis.heardOfServices ??= []);
	const tell = (name, run) => async (...args) => {
		heard.push([name, JSON.parse(JSON.stringify(args)).map(one => (one?.password ? { ...one, password: 'hidden' } : one))]);
		return run(...args);
	};
	wrap('user', user => ({
		add: tell('add', async data => ({ ...(await user.add({ ...data, username: `${data.username}-added` })) })),
		edit: tell('edit', user.edit),
		fetch: tell('fetch', async (...args) => { const one = await user.fetch(...args); return one && { ...one, username: `${one.username}!` }; }),
		fetchAll: tell('fetchAll', async (...args) => (await user.fetchAll(...args)).slice(0, 2)),
		count: tell('count', async where => (await user.count(where)) + 1000),
		remove: tell('remove', user.remove),
		validatePassword: (password, hash) => password === 'always' || user.validatePassword(password, hash),
		sendConfirmationEmail: tell('sendConfirmationEmail', async () => {}),
	}));
	wrap('jwt', jwt => ({ issue: (payload, options) => `${payload.id}.${jwt.issue(payload, options).split('.').length}` }));
	wrap('role', role => ({
		find: async () => (await role.find()).map(({ name }) => name),
		createRole: tell('createRole', role.createRole),
		deleteRole: tell('deleteRole', role.deleteRole),
	}));
	return plugin;
};
