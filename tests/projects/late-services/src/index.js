// Puts methods of its own in the place of those of services once all is loaded.
module.exports = {
	bootstrap({ strapi }) {
		const heard = (globalThis.heardOfServices ??= []);
		const plugin = strapi.plugin('users-permissions');
		const tell = (service, name, run) => {
			const given = service[name];
			service[name] = async (...args) => {
				heard.push([name, JSON.parse(JSON.stringify(args)).map(one => (one?.password ? { ...one, password: 'hidden' } : one))]);
				return run ? run(given, ...args) : given.call(service, ...args);
			};
		};
		const user = plugin.service('user');
		tell(user, 'add', (add, data) => add({ ...data, username: `${data.username}-late` }));
		tell(user, 'edit');
		tell(user, 'remove');
		tell(user, 'fetchAll', async (run, ...args) => (await run(...args)).slice(0, 2));
		const role = plugin.service('role');
		tell(role, 'find', async find => (await find()).map(({ name }) => name));
		tell(role, 'createRole');
		tell(role, 'deleteRole');
		const jwt = plugin.service('jwt');
		const { issue } = jwt;
		jwt.issue = (payload, options) => `late.${issue(payload, options).split('.').length}`;
		const email = strapi.plugin('email').service('email');
		email.send = async mail => void heard.push(['send', { ...mail, text: String(mail.text).slice(0, 2000), html: typeof mail.html }]);
		const upload = strapi.plugin('upload').service('upload');
		tell(upload, 'findOne', async (find, ...args) => {
			const one = await find(...args);
			return one && { ...one, caption: 'late' };
		});
	},
};
