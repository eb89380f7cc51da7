// The service of the plugin email: the provider that the project has installed, else lectern's own way to an SMTP server.
import { Missing, errors } from '../errors.mjs';

function loadProvider(app) {
	const { provider = 'sendmail', providerOptions = {}, settings = {} } = app.config.get('plugin.email') ?? {};
	for (const name of [`@strapi/provider-email-${provider}`, provider]) {
		try {
			return app.project.require(name).init(providerOptions, settings);
		} catch (error) {
			if (error.code !== 'MODULE_NOT_FOUND' || !error.message.includes(name)) throw error;
		}
	}
	return undefined;
}

const escapeHtml = text => String(text).replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** <%= USER.name %> and <%- USER.name %>: paths alone. */
export function fill(text, data) {
	return String(text ?? '').replace(/<%([=-])\s*([\w.[\]'"]+)\s*%>/g, (_, sign, path) => {
		const value = path.split('.').reduce((at, key) => at?.[key], data);
		return sign === '-' ? escapeHtml(value ?? '') : String(value ?? '');
	});
}

const listOf = given =>
	[]
		.concat(given ?? [])
		.flatMap(one => (typeof one === 'string' ? one.split(/\s*[,;]\s*/) : [one]))
		.filter(Boolean);

/** By lectern itself, one mail for each who gets it. */
async function sendByLectern(app, options) {
	const known = ['to', 'from', 'replyTo', 'cc', 'bcc', 'subject', 'text', 'html'];
	const others = Object.keys(options).filter(name => !known.includes(name) && options[name] !== undefined);
	if (others.length) throw new Missing(`${others.join(', ')} of a mail, without a provider of email that is installed`);
	const { defaultFrom, defaultReplyTo } = app.config.get('plugin.email.settings') ?? {};
	const { from = defaultFrom, replyTo = defaultReplyTo, subject, text, html } = options;
	const addresses = ['to', 'cc', 'bcc'].flatMap(name => listOf(options[name]));
	for (const to of addresses.length ? addresses : [undefined]) await app.call('email.send', [{ to, from, replyTo, subject, text, html }]);
}

/** {services, hasProvider(): whether the project has installed one}. */
export function emailServices(app) {
	let provider;
	const providerOf = () => (provider ??= { found: loadProvider(app) }).found;
	const send = async options => {
		const found = providerOf();
		return found ? found.send(options) : sendByLectern(app, options ?? {});
	};
	const email = {
		getProviderSettings: () => app.config.get('plugin.email'),
		send,
		async sendTemplatedEmail(options = {}, template = {}, data = {}) {
			const missing = ['subject', 'text', 'html'].filter(name => !(name in template));
			if (missing.length) throw new Error(`Following attributes are missing from your email template : ${missing.join(', ')}`);
			if (['subject', 'text', 'html'].some(name => /<%(?![=-]\s*[\w.[\]'"]+\s*%>)/.test(template[name] ?? ''))) {
				throw new Missing('templates of mails with code in them');
			}
			const parts = Object.fromEntries(
				['subject', 'text', 'html'].filter(name => template[name]).map(name => [name, fill(template[name], data)]),
			);
			return send({ ...options, ...parts });
		},
	};
	return { services: { email }, hasProvider: () => Boolean(providerOf()) };
}

/** Whether lectern has the way of mails that is configured by itself. */
export const isNativeProvider = app =>
	['nodemailer', '@strapi/provider-email-nodemailer', 'outbox'].includes(app.config.get('plugin.email.provider'));

/** What its routes do where a mail goes through the service. */
export function emailActions(app) {
	const send = async ctx => {
		try {
			await app.strapi.plugin('email').service('email').send(ctx.request.body);
		} catch (error) {
			if (error instanceof Error && error.statusCode === 400) throw new errors.ApplicationError(error.message);
			if (error instanceof Error) throw new Error(`Couldn't send email: ${error.message}.`);
		}
		ctx.send({});
	};
	const test = async ctx => {
		const { to } = ctx.request.body ?? {};
		if (!to) throw new errors.ApplicationError('No recipient(s) are given');
		const { provider } = app.config.get('plugin.email');
		const docs = 'https://docs.strapi.io/developer-docs/latest/plugins/email.html';
		const text =
			`Great! You have correctly configured the Strapi email plugin with the ${provider} provider. \r\n` +
			`For documentation on how to use the email plugin checkout: ${docs}`;
		try {
			await app.strapi
				.plugin('email')
				.service('email')
				.send({ to, subject: `Strapi test mail to: ${to}`, text });
		} catch (error) {
			if (error instanceof Error) throw new errors.ApplicationError(`Couldn't send test email: ${error.message}.`);
		}
		ctx.send({});
	};
	return { email: { send, test } };
}
