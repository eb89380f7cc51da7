// The service of the plugin email: the provider that the project has installed, else lectern's own way to an SMTP server.
import escape from 'lodash/escape.js';
import template from 'lodash/template.js';
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

/** The paths of all values: ["URL", "USER.name", …]. */
const pathsOf = (value, path = []) =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))
		: [path.join('.')];

/** <%= USER.name %> of the values that there are, as Strapi looks for them. */
const placesOf = data => new RegExp(`<%=\\s*(${pathsOf(data).join('|')})\\s*%>`, 'g');

/** A text of the plugin users-permissions: values are filled in, and nothing else is run. */
export function fill(text, data) {
	try {
		return template(text, { interpolate: placesOf(data), evaluate: false, escape: false })(data);
	} catch {
		throw new errors.ApplicationError('Invalid email template');
	}
}

/** A text of sendTemplatedEmail, which may have JavaScript in it. */
function fillWhole(app, text, data) {
	let imports = { _: { escape } };
	try {
		imports = { _: app.project.require('lodash') };
	} catch {
		// The project has not installed it.
	}
	return template(text, { interpolate: placesOf(data), imports })(data);
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
	let loaded, given;
	const providerOf = () => (loaded ??= { found: loadProvider(app) }).found;
	const byLectern = { send: options => sendByLectern(app, options ?? {}) };
	const { send: native } = byLectern;
	/** The one that sends: code may put another in its place, or change it. */
	const current = () => given ?? providerOf() ?? byLectern;
	const send = async options => current().send(options);
	const show = plugin =>
		Object.defineProperty(plugin, 'provider', {
			configurable: true,
			enumerable: true,
			get: current,
			set(other) {
				given = other;
			},
		});
	const email = {
		getProviderSettings: () => app.config.get('plugin.email'),
		send,
		sendTemplatedEmail(options = {}, given = {}, data = {}) {
			const missing = ['subject', 'text', 'html'].filter(name => !(name in given));
			if (missing.length) throw new Error(`Following attributes are missing from your email template : ${missing.join(', ')}`);
			const named = ['subject', 'text', 'html'].filter(name => given[name]);
			return send({ ...options, ...Object.fromEntries(named.map(name => [name, fillWhole(app, given[name], data)])) });
		},
	};
	const hasProvider = () => Boolean(providerOf());
	return { services: { email }, hasProvider, show, isReplaced: () => Boolean(given) || byLectern.send !== native };
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
