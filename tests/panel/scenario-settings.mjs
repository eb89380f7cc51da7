// Settings: languages, tokens, roles and administrators, webhooks, users of the content API, mails, logos, one's profile.
import path from 'node:path';
import { assert, editors, pictures, same } from './editors.mjs';

const { run, step, open, p, visitor, agree, signIn, inside, end } = await editors();
const made = {};
const at = async (where, heading) => {
	await p.go(`/admin/settings/${where}`);
	await p.find('heading', heading);
};
const bearer = token => ({ headers: { authorization: `Bearer ${token}` } });

await signIn();

await step(
	'add a language, make it the default one, and take it away',
	async () => {
		await at('internationalization', 'Internationalization');
		await p.button('Add new locale');
		const d = await p.dialog();
		await p.click('combobox', 'Locales', { within: d });
		await p.click('option', 'Spanish (es)');
		const { body } = await p.answer('POST', /^\/i18n\/locales\/?$/, () => p.button('Save', { within: d }));
		same([body.code, body.isDefault], ['es', false], 'answer');
		await p.see('Spanish (es)');
		await p.go('/admin/settings/internationalization');
		await p.see('Spanish (es)');
		await p.answer('DELETE', new RegExp(`^/i18n/locales/${body.id}$`), async () => {
			await p.press(() => p.inRow('Spanish', 'Delete'));
			await agree();
		});
		await p.unseen('Spanish (es)');
	},
	inside,
);

await step(
	'make an API token of some actions, and a new key for it',
	async () => {
		await at('api-tokens/create', 'Create API Token');
		await p.fill('name', 'Reviews only');
		await p.choose('Token duration', 'Unlimited');
		await p.choose('Token type', 'Custom');
		await p.button('Review');
		await p.click('checkbox', 'find');
		const { body } = await p.answer('POST', /^\/admin\/api-tokens$/, () => p.button('Save'));
		same([body.data.type, body.data.permissions], ['custom', ['api::review.review.find']], 'answer');
		const first = body.data.accessKey;
		same((await visitor('/api/reviews', bearer(first))).status, 200, 'its use');
		same((await visitor('/api/offices', bearer(first))).status, 403, 'more than it may');
		await at('api-tokens', 'API Tokens');
		const token = new RegExp(`^/admin/api-tokens/${body.data.id}$`);
		same((await p.answer('GET', token, () => p.link('Edit Reviews only'))).body.data.accessKey, undefined, 'the key, shown again');
		await p.find('heading', 'Reviews only');
		const again = await p.answer('POST', new RegExp(`^/admin/api-tokens/${body.data.id}/regenerate$`), async () => {
			await p.button('Regenerate');
			await p.button('Regenerate', { within: await p.dialog() });
		});
		same((await visitor('/api/reviews', bearer(first))).status, 401, 'the old key');
		same((await visitor('/api/reviews', bearer(again.body.data.accessKey))).status, 200, 'the new key');
		const put = await p.answer('PUT', new RegExp(`^/admin/api-tokens/${body.data.id}$`), async () => {
			await p.fill(() => p.find('textbox', /^Description/), 'For the front page');
			await p.button('Save');
		});
		same(put.body.data.description, 'For the front page', 'changed');
	},
	inside,
);

await step(
	'make a transfer token',
	async () => {
		await at('transfer-tokens/create', 'Create Transfer Token');
		await p.fill('name', 'Nightly');
		await p.choose('Token duration', '7 days');
		await p.choose('Token type', /^Full access$/i);
		const { status, body } = await p.answer('POST', /^\/admin\/transfer\/tokens$/, () => p.button('Save'));
		same([status, [...body.data.permissions].sort()], [201, ['pull', 'push']], 'answer');
		await at('transfer-tokens', 'Transfer Tokens');
		await p.answer('GET', new RegExp(`^/admin/transfer/tokens/${body.data.id}$`), () => p.link('Edit Nightly'));
		await p.find('heading', 'Nightly');
		const again = await p.answer('POST', new RegExp(`^/admin/transfer/tokens/${body.data.id}/regenerate$`), async () => {
			await p.button('Regenerate');
			await p.button('Regenerate', { within: await p.dialog() });
		});
		assert(again.body.data.accessKey && again.body.data.accessKey !== body.data.accessKey, 'no new key');
		const put = await p.answer('PUT', new RegExp(`^/admin/transfer/tokens/${body.data.id}$`), async () => {
			await p.fill(() => p.find('textbox', /^Description/), 'By night');
			await p.choose('Token type', /^Pull$/i);
			await p.button('Save');
		});
		same([put.body.data.description, put.body.data.permissions], ['By night', ['pull']], 'changed');
		await at('transfer-tokens', 'Transfer Tokens');
		await p.see('Nightly');
		await p.answer('DELETE', new RegExp(`^/admin/transfer/tokens/${body.data.id}$`), async () => {
			await p.button('Delete Nightly');
			await agree();
		});
	},
	inside,
);

await step(
	'make a role that may read and change reviews that are its own',
	async () => {
		await at('roles/new', 'Create a role');
		await p.fill('name', 'Reviewer');
		await p.button('Review');
		for (const action of ['Create', 'Read', 'Update', 'Delete'])
			await p.click('checkbox', new RegExp(`^Select ${action} review permission`));
		let role;
		const { body } = await p.answer('PUT', /^\/admin\/roles\/\d+\/permissions$/, async () => {
			role = await p.answer('POST', /^\/admin\/roles$/, () => p.button('Save'));
		});
		made.role = role.body.data.id;
		same(body.data.length, 4, 'permissions');
		const own = body.data.map(({ action, subject, properties }) => ({ action, subject, properties, conditions: ['admin::is-creator'] }));
		same((await p.api('PUT', `/admin/roles/${made.role}/permissions`, { permissions: own })).status, 200, 'conditions');
		await p.go(`/admin/settings/roles/${made.role}`);
		await p.until(async () => (await p.value('name')) === 'Reviewer', 'the role is not shown');
		await p.button('Review');
		await p.until(
			async () => await p.page.$('input[type=checkbox]:checked, button[role=checkbox][aria-checked=true]'),
			'nothing is ticked',
		);
	},
	inside,
);

await step(
	'invite a reviewer, who sees what is theirs alone',
	async () => {
		await at('users', 'Users');
		await p.button('Invite new user');
		const d = await p.dialog();
		await p.fill('firstname', 'Rita');
		await p.fill('email', 'rita@example.com');
		await p.tick(await p.find('combobox', "User's roles", { within: d }), 'Reviewer');
		const { body } = await p.answer('POST', /^\/admin\/users\/?$/, () => p.button('Invite user'));
		made.rita = body.data.id;
		const rita = await open();
		try {
			rita.allow(403, /^\/(admin|upload|i18n|content-manager)\//);
			await rita.go(`/admin/auth/register?registrationToken=${body.data.registrationToken}`);
			await rita.until(async () => (await rita.value('email')) === 'rita@example.com', 'the address is not shown');
			await rita.fill('password', 'R1taPassword');
			await rita.fill('confirmPassword', 'R1taPassword');
			await rita.answer('POST', /^\/admin\/register$/, () => rita.button("Let's start"));
			await rita.link('Content Manager');
			await rita.see('0 entries found');
			await rita.go('/admin/content-manager/collection-types/api::review.review/create');
			await rita.find('heading', 'Create an entry');
			await rita.fill('title', 'By Rita');
			await rita.fill('stars', '4');
			await rita.answer('POST', /collection-types\/api::review\.review/, () => rita.button('Save'));
			await rita.go('/admin/content-manager/collection-types/api::review.review');
			await rita.see('1 entry found');
			same((await rita.api('GET', '/content-manager/collection-types/api::review.review/1')).status, 403, "another's");
		} finally {
			rita.refused();
			await rita.close();
		}
	},
	{ needs: ['make a role that may read and change reviews that are its own'] },
);

await step(
	'change an administrator, switch them off, and delete them and their role',
	async () => {
		await p.go(`/admin/settings/users/${made.rita}`);
		await p.until(async () => (await p.value('firstname')) === 'Rita', 'she is not shown');
		await p.fill('lastname', 'Reader');
		await p.click('checkbox', 'Active');
		const { body } = await p.answer('PUT', new RegExp(`^/admin/users/${made.rita}$`), () => p.button('Save'));
		same([body.data.lastname, body.data.isActive], ['Reader', false], 'answer');
		await at('users', 'Users');
		await p.answer('POST', /^\/admin\/users\/batch-delete$/, async () => {
			await p.press(() => p.inRow('Rita', 'Delete'));
			await agree();
		});
		await p.unseen('Rita');
		await at('roles', 'Roles');
		await p.answer('POST', /^\/admin\/roles\/batch-delete$/, async () => {
			await p.press(() => p.inRow('Reviewer', 'Delete'));
			await agree();
		});
		await p.unseen('Reviewer');
	},
	{ needs: ['invite a reviewer, who sees what is theirs alone'] },
);

await step(
	'a webhook with headers, changed',
	async () => {
		await at('webhooks/create', 'Create a webhook');
		await p.fill('name', 'Build');
		await p.fill('url', 'http://build.invalid/start');
		await p.fill(() => p.find('combobox', 'row 1 key'), 'Authorization');
		await p.key('Enter');
		await p.fill(() => p.find('textbox', 'row 1 value'), 'Bearer x');
		await p.click('checkbox', 'entry.publish');
		const { status, body } = await p.answer('POST', /^\/admin\/webhooks\/?$/, () => p.button('Save'));
		same([status, body.data.headers], [201, { Authorization: 'Bearer x' }], 'answer');
		await p.go(`/admin/settings/webhooks/${body.data.id}`);
		await p.until(async () => (await p.value('name')) === 'Build', 'it is not shown');
		await p.click('checkbox', 'entry.unpublish');
		const put = await p.answer('PUT', new RegExp(`^/admin/webhooks/${body.data.id}$`), () => p.button('Save'));
		same(put.body.data.events, ['entry.publish', 'entry.unpublish'], 'changed');
	},
	inside,
);

await step(
	'a role of the content API, made and deleted',
	async () => {
		await at('users-permissions/roles/new', 'Create a role');
		await p.fill('name', 'Member');
		await p.fill(() => p.find('textbox', /^Description/), 'Who belongs to us');
		await p.button('Office');
		await p.click('checkbox', 'find');
		await p.answer('POST', /^\/users-permissions\/roles\/?$/, () => p.button('Save')); // the page leaves before its body is read
		await at('users-permissions/roles', 'Roles');
		await p.see('Member');
		await p.answer('DELETE', /^\/users-permissions\/roles\/\d+$/, async () => {
			await p.press(() => p.inRow('Member', 'Delete'));
			await agree();
		});
		await p.unseen('Who belongs to us');
	},
	inside,
);

await step(
	'a provider, the advanced settings and a template of mails',
	async () => {
		await at('users-permissions/providers', 'Providers');
		await p.press(() => p.find('gridcell', 'github'));
		const d = await p.dialog();
		await p.click('checkbox', /^Enable/, { within: d });
		await p.fill('key', 'client');
		await p.fill('secret', 'hush');
		await p.fill('callback', 'https://example.com/connect');
		same((await p.answer('PUT', /^\/users-permissions\/providers$/, () => p.button('Save', { within: d }))).body, { ok: true }, 'provider');
		const { body } = await p.api('GET', '/users-permissions/providers');
		same([body.github.enabled, body.github.key], [true, 'client'], 'kept');
		await at('users-permissions/advanced-settings', /Advanced settings/i);
		await p.fill('email_reset_password', 'https://example.com/reset');
		same((await p.answer('PUT', /^\/users-permissions\/advanced$/, () => p.button('Save'))).body, { ok: true }, 'advanced');
		await at('users-permissions/email-templates', 'Email templates');
		await p.press(() => p.find('gridcell', 'Reset password'));
		const mail = await p.dialog();
		await p.fill('options.object', 'Your new password');
		same(
			(await p.answer('PUT', /^\/users-permissions\/email-templates$/, () => p.button('Finish', { within: mail }))).body,
			{ ok: true },
			'mail',
		);
	},
	inside,
);

await step(
	'what mails are sent with',
	async () => {
		await at('email', /Configuration/);
		await p.see('Test email delivery');
	},
	inside,
);

await step(
	'give the project a logo, and take it away',
	async () => {
		await at('application-infos', 'Overview');
		await p.button('Change logo', { nth: 0 });
		const d = await p.dialog();
		await (await p.css('[role=dialog] input[type=file]')).uploadFile(path.join(pictures, '501x300.jpg'));
		await p.button(/Upload logo/, { within: d });
		const { body } = await p.answer('POST', /^\/admin\/project-settings$/, () => p.button('Save'));
		same([body.menuLogo.width, body.menuLogo.height, body.menuLogo.ext], [501, 300, '.jpg'], 'answer');
		same((await fetch(run.base + body.menuLogo.url)).status, 200, 'the file');
		await p.go('/admin/settings/application-infos');
		await p.until(async () => await p.page.$(`img[src*="${body.menuLogo.url}"]`), 'the logo is not shown');
		await p.find('heading', 'Overview');
		await p.button('Reset logo');
		const cleared = await p.answer('POST', /^\/admin\/project-settings$/, () => p.button('Save'));
		same(cleared.body.menuLogo, null, 'without one');
		same((await fetch(run.base + body.menuLogo.url)).status, 404, 'the old file');
	},
	inside,
);

await step(
	'the pages of plugins and of the marketplace',
	async () => {
		await p.go('/admin/list-plugins');
		await p.see(/Roles & Permissions/i);
		await p.go('/admin/marketplace');
		await p.find('heading', 'Marketplace');
		await p.go('/admin/plugins/content-type-builder/content-types/api::restaurant.restaurant');
		await p.find('heading', 'Restaurant');
		await p.see('hours');
	},
	inside,
);

await step(
	"one's profile, and the language of the panel",
	async () => {
		await p.go('/admin/me');
		await p.find('heading', 'Ada Admin');
		await p.fill('username', 'ada');
		await p.choose('Interface language', 'English');
		const { body } = await p.answer('PUT', /^\/admin\/users\/me$/, () => p.button('Save'));
		same([body.data.username, body.data.preferedLanguage], ['ada', 'en'], 'answer');
	},
	inside,
);

await step('ask for a new password', async () => {
	const other = await open();
	try {
		await other.go('/admin/auth/forgot-password');
		await other.fill('email', 'nobody@example.com');
		const { status } = await other.answer('POST', /^\/admin\/forgot-password$/, () => other.button(/Send Email|Send/i));
		same(status, 204, 'answer');
		await other.until(() => other.path.endsWith('/forgot-password-success'), 'no page afterwards');
		assert(await other.find('link', /.+/), 'no way back');
	} finally {
		await other.close();
	}
});

await end();
