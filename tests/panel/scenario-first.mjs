// A project without administrators: the first one registers, makes an entry, and nobody else may register so.
import { editors, fits, page, same } from './editors.mjs';

const { run, step, open, p, end } = await editors();

await step('the first administrator registers', async () => {
	await p.go('/admin/');
	await p.until(() => p.path.endsWith('/auth/register-admin'), 'no page to register');
	await p.fill('firstname', 'First');
	await p.fill('lastname', 'One');
	await p.fill('email', 'first@example.com');
	await p.fill('password', 'F1rstPassword');
	await p.fill('confirmPassword', 'F1rstPassword');
	const { body } = await p.answer('POST', /^\/admin\/register-admin$/, () => p.button("Let's start"), { wait: 60000 });
	same([body.data.user.email, body.data.user.roles.map(({ code }) => code)], ['first@example.com', ['strapi-super-admin']], 'answer');
	await p.find('link', 'Content Manager');
	if (await p.has('button', /Skip the tour/)) await p.button(/Skip the tour/);
});

const inside = { needs: ['the first administrator registers'] };

await step(
	'they make the first entry',
	async () => {
		await p.go(page('office'));
		await p.see('0 entries found');
		await p.go(page('office', '/create'));
		await p.fill('city', 'Lyon');
		const { body } = await p.answer('POST', fits('office', '(\\?|$)'), () => p.button('Save'));
		same([body.city, body.createdBy.firstname], ['Lyon', 'First'], 'answer');
		await p.go(page('office'));
		await p.see('1 entry found');
	},
	inside,
);

await step(
	'nobody else registers so',
	async () => {
		const w = await open();
		await w.go('/admin/auth/register-admin');
		await w.until(() => w.path.endsWith('/auth/login'), 'the page is still there');
		const answer = await fetch(`${run.base}/admin/register-admin`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ firstname: 'S', email: 'second@example.com', password: 'S3condPassword' }),
		});
		same([answer.status, (await answer.json()).error.message], [400, 'You cannot register a new super admin'], 'answer');
		await w.close();
	},
	inside,
);

await step(
	'roles and languages are there',
	async () => {
		await p.go('/admin/settings/roles');
		for (const name of ['Super Admin', 'Editor', 'Author']) await p.see(name);
		await p.go('/admin/settings/internationalization');
		await p.see('English (en)');
		await p.go('/admin/settings/users');
		await p.see('first@example.com');
	},
	inside,
);

await end();
