// What an administrator sets for all: the default language, webhooks that are tried, a mail to try, roles of visitors; and one's own
// account: password, language, a forgotten password.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { EMAIL, PASSWORD, assert, editors, fits, page, route, same } from './editors.mjs';

const { run, step, open, p, visitor, signIn, inside, end } = await editors();
const made = {};
const at = async (where, heading) => {
	await p.go(`/admin/settings/${where}`);
	await p.find('heading', heading);
};

await signIn();

/** Opens the dialog of a language, and its second page. */
async function advanced(language) {
	await at('internationalization', 'Internationalization');
	await p.press(() => p.inRow(language, 'Edit'));
	const d = await p.dialog();
	await p.click('tab', /advanced/i);
	await p.css('[role=dialog] input[name=isDefault]');
	return d;
}
const makeDefault = async language => {
	const d = await advanced(language);
	await p.press(() => p.css('[role=dialog] input[name=isDefault]'));
	const { body } = await p.answer('PUT', /^\/i18n\/locales\/\d+$/, () => p.button('Save', { within: d }));
	same(body.isDefault, true, 'answer');
};

await step(
	'make another language the default one, and take it back',
	async () => {
		await makeDefault('French');
		const { body } = await p.answer('GET', fits('restaurant', '\\?'), () => p.go(page('restaurant')));
		assert(body.results.length && body.results.every(({ locale }) => locale === 'fr'), 'the list is in another language');
		const visited = await visitor('/api/restaurants?pagination[pageSize]=1');
		assert([200, 403].includes(visited.status), 'visitors');
		const entry = await p.api('POST', route('restaurant'), { name: 'Par défaut' });
		same([entry.status, entry.body.locale], [200, 'fr'], 'a new entry');
		await makeDefault('English');
		const again = await p.answer('GET', fits('restaurant', '\\?'), () => p.go(page('restaurant')));
		assert(
			again.body.results.every(({ locale }) => locale === 'en'),
			'the list is not in English again',
		);
	},
	inside,
);

await step(
	'give a language another name',
	async () => {
		await at('internationalization', 'Internationalization');
		await p.press(() => p.inRow('German', 'Edit'));
		const d = await p.dialog();
		await p.fill('name', 'Deutsch', { within: d });
		const { body } = await p.answer('PUT', /^\/i18n\/locales\/\d+$/, () => p.button('Save', { within: d }));
		same([body.code, body.name], ['de', 'Deutsch'], 'answer');
		await at('internationalization', 'Internationalization');
		await p.see('Deutsch');
	},
	inside,
);

await step(
	'try a webhook that nobody answers',
	async () => {
		await at('webhooks/create', 'Create a webhook');
		await p.fill('name', 'Nowhere');
		await p.fill('url', 'http://nowhere.invalid/x');
		await p.click('checkbox', 'Select all entries');
		const { body } = await p.answer('POST', /^\/admin\/webhooks\/?$/, () => p.button('Save'));
		same(body.data.events.length, 5, 'events');
		await p.go(`/admin/settings/webhooks/${body.data.id}`);
		await p.until(async () => (await p.value('name')) === 'Nowhere', 'it is not shown');
		const tried = await p.answer('POST', /^\/admin\/webhooks\/\d+\/trigger$/, () => p.button('Trigger'), { wait: 60000 });
		same(tried.body.data.statusCode, 500, 'answer');
		assert(tried.body.data.message, 'no reason');
		await p.see(/error/i);
		await p.go('/admin/settings/webhooks');
		await p.see('Nowhere');
		await p.answer('POST', /^\/admin\/webhooks\/batch-delete$/, async () => {
			await p.button('Delete webhook');
			await p.button('Confirm', { within: await p.dialog() });
		});
	},
	inside,
);

await step(
	'an address that webhooks may not have',
	async () => {
		p.allow(400, /^\/admin\/webhooks/);
		await at('webhooks/create', 'Create a webhook');
		await p.fill('name', 'Inside');
		await p.fill('url', 'http://127.0.0.1:9/');
		await p.click('checkbox', 'entry.create');
		const { status, body } = await p.answer('POST', /^\/admin\/webhooks\/?$/, () => p.button('Save'), { ok: false });
		same([status, body.error.name], [400, 'ValidationError'], 'answer');
	},
	inside,
);

await step(
	'ask for a mail to try',
	async () => {
		p.allow(500, /^\/email\/test/);
		p.allow(503, /^\/email\/test/);
		await at('email', /Configuration/);
		await p.fill('test-address', 'someone@example.com');
		const { status } = await p.answer('POST', /^\/email\/test$/, () => p.button('Send test email'), { ok: false, wait: 90000 });
		assert([200, 500, 503].includes(status), `answered ${status}`);
		await p.see(status === 200 ? /sent|success/i : /fail|error/i);
	},
	inside,
);

await step(
	'let visitors read offices, and no more',
	async () => {
		const choose = async () => {
			await p.go('/admin/settings/users-permissions/roles');
			await p.see('Public');
			await p.press(() => p.inRow('Public', 'Edit'));
			await p.until(async () => (await p.value('name')) === 'Public', 'the role is not shown');
			await p.button('Office');
			await p.click('checkbox', 'find');
			await p.answer('PUT', /^\/users-permissions\/roles\/\d+$/, () => p.button('Save'));
		};
		same((await visitor('/api/offices')).status, 403, 'before');
		await choose();
		same((await visitor('/api/offices')).status, 200, 'when they may');
		same((await visitor('/api/offices/1')).status, 403, 'one of them');
		await choose();
		same((await visitor('/api/offices')).status, 403, 'afterwards');
	},
	inside,
);

await step(
	'let those who sign in do more, and show what a route is',
	async () => {
		await p.go('/admin/settings/users-permissions/roles/1');
		await p.until(async () => (await p.value('name')) === 'Authenticated', 'the role is not shown');
		await p.fill(() => p.find('textbox', /^Description/), 'Who has signed in');
		await p.button('Category');
		for (const action of ['find', 'findOne', 'create', 'update', 'delete'])
			if (!(await (await p.find('checkbox', action)).evaluate(box => box.checked))) await p.click('checkbox', action);
		await p.answer('PUT', /^\/users-permissions\/roles\/1$/, () => p.button('Save'));
		const { body } = await p.api('GET', '/users-permissions/roles/1');
		const actions = Object.values(body.role.permissions['api::category'].controllers.category);
		same([body.role.description, actions.every(({ enabled }) => enabled)], ['Who has signed in', true], 'kept');
	},
	inside,
);

/** What the server would have sent, or has kept: `--outbox FOLDER` of mails, or `--database FILE` of Strapi. */
async function codeFor(w, address) {
	const { outbox, database } = run.options;
	return w.until(() => {
		if (outbox) {
			const mails = readdirSync(outbox).filter(name => !name.startsWith('.'));
			const texts = mails.sort().map(name => readFileSync(path.join(outbox, name), 'utf8'));
			return /reset-password\?code=(\w+)/.exec(texts.filter(text => text.includes(address)).at(-1) ?? '')?.[1];
		}
		const sql = `SELECT reset_password_token FROM admin_users WHERE email = '${address}'`;
		return String(spawnSync('sqlite3', [database, sql]).stdout).trim();
	}, 'no code');
}

await step(
	'an administrator changes their own password',
	async () => {
		const roles = (await p.api('GET', '/admin/roles')).body.data;
		const editor = roles.find(({ code }) => code === 'strapi-editor').id;
		const { body } = await p.api('POST', '/admin/users', { firstname: 'Pia', lastname: 'P', email: 'pia@example.com', roles: [editor] });
		const w = await open();
		w.allow(403, /^\/(admin|upload|i18n|content-manager)\//);
		w.allow(400, /^\/admin\/(users\/me|login)/);
		await w.go(`/admin/auth/register?registrationToken=${body.data.registrationToken}`);
		await w.until(async () => (await w.value('firstname')) === 'Pia', 'the name is not shown');
		await w.fill('password', 'F1rstPassword');
		await w.fill('confirmPassword', 'F1rstPassword');
		await w.answer('POST', /^\/admin\/register$/, () => w.button("Let's start"));
		await w.find('link', 'Content Manager');
		await w.go('/admin/me');
		await w.find('heading', 'Pia P');
		const change = async current => {
			await w.fill('currentPassword', current);
			await w.fill('password', 'S3condPassword');
			await w.fill('confirmPassword', 'S3condPassword');
			return w.answer('PUT', /^\/admin\/users\/me$/, () => w.button('Save'), { ok: false });
		};
		same((await change('Wr0ngPassword')).status, 400, 'with a wrong one');
		same((await change('F1rstPassword')).status, 200, 'with the right one');
		await w.go('/admin/content-manager/collection-types/api::chain.chain');
		await w.find('heading', 'Chain');
		await w.close();
		const again = await open();
		again.allow(400, /^\/admin\/login/);
		again.allow(403, /^\/(admin|upload|i18n|content-manager)\//);
		await again.go('/admin/auth/login');
		await again.fill('email', 'pia@example.com');
		await again.fill('password', 'F1rstPassword');
		same((await again.answer('POST', /^\/admin\/login$/, () => again.button('Login'), { ok: false })).status, 400, 'the old one');
		await again.see('Invalid credentials');
		await again.fill('password', 'S3condPassword');
		await again.answer('POST', /^\/admin\/login$/, () => again.button('Login'));
		await again.find('link', 'Content Manager');
		await again.close();
		made.pia = body.data.id;
	},
	inside,
);

await step(
	'a forgotten password is set anew with the code that was sent',
	async () => {
		const w = await open();
		w.allow(400, /^\/admin\/(reset-password|login)/);
		w.allow(403, /^\/(admin|upload|i18n|content-manager)\//);
		await w.go('/admin/auth/login');
		await w.link('Forgot your password?');
		await w.fill('email', 'pia@example.com');
		same((await w.answer('POST', /^\/admin\/forgot-password$/, () => w.button(/Send Email/i), { wait: 60000 })).status, 204, 'answer');
		await w.until(() => w.path.endsWith('/forgot-password-success'), 'no page afterwards');
		const code = await codeFor(w, 'pia@example.com');
		const reset = async sent => {
			await w.go(`/admin/auth/reset-password?code=${sent}`);
			await w.fill('password', 'Th1rdPassword');
			await w.fill('confirmPassword', 'Th1rdPassword');
			return w.answer('POST', /^\/admin\/reset-password$/, () => w.button(/Change password/i), { ok: false });
		};
		same((await reset('0'.repeat(40))).status, 400, 'another code');
		same((await reset(code)).status, 200, 'the code');
		await w.find('link', 'Content Manager');
		const answer = await fetch(`${run.base}/admin/reset-password`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ resetPasswordToken: code, password: 'F0urthPassword' }),
		});
		same(answer.status, 400, 'the code, once more');
		await w.close();
	},
	{ needs: ['an administrator changes their own password'] },
);

await step(
	'an invitation that is none, and one that was accepted',
	async () => {
		const w = await open();
		w.allow(400, /^\/admin\/registration-info/);
		await w.go(`/admin/auth/register?registrationToken=${'0'.repeat(40)}`);
		await w.until(() => /\/auth\/(oops|login|register)/.test(w.path), 'no page');
		await w.see(/Oops|Invalid|error/i);
		await w.close();
	},
	inside,
);

await step(
	'stay signed in, and sign out',
	async () => {
		const w = await open();
		await w.go('/admin/auth/login');
		await w.fill('email', EMAIL);
		await w.fill('password', PASSWORD);
		await w.click('checkbox', /Remember me/);
		await w.answer('POST', /^\/admin\/login$/, () => w.button('Login'));
		await w.find('link', 'Content Manager');
		assert(await w.page.evaluate(() => localStorage.getItem('jwtToken')), 'the token is not kept');
		await w.go('/admin/me');
		await w.find('heading', 'Ada Admin');
		await w.close();
	},
	inside,
);

await end();
