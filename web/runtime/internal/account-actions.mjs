// Actions of users-permissions that ask its services, for projects whose code has put something in the place of one of their
// methods, and for code that calls an action with an object of its own. All others are lectern's own, which do the same without
// these services.
import { randomBytes } from 'node:crypto';
import { Missing, errors } from '../errors.mjs';
import { utilsOf } from '../strapi/utils.mjs';
import { limited } from './rate-limit.mjs';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';

/** What stands in a user beside what clients may write. */
const ofServer = ['confirmed', 'blocked', 'confirmationToken', 'resetPasswordToken', 'provider', 'id', 'role'].concat([
	'createdAt',
	'updatedAt',
	'createdBy',
	'updatedBy',
	'publishedAt',
]);

const refuse = message => {
	throw new errors.ApplicationError(message);
};
const isWrong = message => {
	throw new errors.ValidationError(message);
};

/** Stands among the methods where what is answered goes through sanitizers of code's own. */
export const SANITIZERS = 'sanitizers';

/** `replaced`: the methods that are code's: user.add, jwt.issue, providers.connect, email.send, … */
export function accountActions(app, replaced) {
	const { strapi } = app;
	const isReplaced = (...methods) => methods.some(method => replaced.includes(method));
	const service = name => strapi.plugin('users-permissions').service(name);
	const users = () => strapi.query(USER);
	const settings = key => strapi.store({ type: 'plugin', name: 'users-permissions', key }).get();
	const model = () => strapi.getModel(USER);
	const of = (kind, ctx) => what => (value, type) => strapi.contentAPI[kind][what](value, type ?? model(), { auth: ctx.state.auth });
	const shown = (user, ctx) => of('sanitize', ctx)('output')(user);

	async function queryOf(ctx) {
		await of('validate', ctx)('query')(ctx.query);
		return of('sanitize', ctx)('query')(ctx.query);
	}

	const valid = (shape, value, isExact = false) => {
		const { yup, validateYupSchema } = utilsOf(app);
		const schema = yup.object(shape(yup));
		return validateYupSchema(isExact ? schema.noUnknown() : schema)(value);
	};
	const text = yup => yup.string().required();
	const filled = yup => yup.string().min(1).required();
	const address = yup => yup.string().email().required();
	const roleOf = (yup, wanted) =>
		yup.lazy(value => {
			if (typeof value !== 'object') return wanted ? yup.strapiID().required() : yup.strapiID();
			const ids = yup.array().of(yup.object().shape({ id: yup.strapiID().required() }));
			return yup.object().shape({ connect: wanted ? ids.min(1, 'Users must have a role').required() : ids.required() });
		});

	const isOfProviders = replaced.some(method => /^providers(-registry)?\./.test(method) && method !== 'providers.buildRedirectUri');

	const signedIn = async (user, ctx) => ctx.send({ jwt: service('jwt').issue({ id: user.id }), user: await shown(user, ctx) });

	/** lectern's own action, where nothing but the token is code's. */
	async function withToken(ctx, native, ...rest) {
		await native(ctx, ...rest);
		if (ctx.body?.jwt) ctx.body = { ...ctx.body, jwt: service('jwt').issue({ id: ctx.body.user.id }) };
	}

	// ---- users

	const user = {
		async create(ctx) {
			const advanced = await settings('advanced');
			const { body } = ctx.request;
			await valid(yup => ({ email: address(yup), username: filled(yup), password: filled(yup), role: roleOf(yup, true) }), body);
			const email = body.email.toLowerCase();
			if (advanced.unique_email && (await users().findOne({ where: { email } }))) refuse('Email already taken');
			const values = { ...body, email, provider: 'local' };
			try {
				const made = await service('user').add(values);
				ctx.created(await shown(made, ctx));
			} catch (error) {
				refuse(error.message);
			}
		},
		async update(ctx) {
			const advanced = await settings('advanced');
			const { body } = ctx.request;
			const found = await service('user').fetch(ctx.params.id);
			if (!found) throw new errors.NotFoundError('User not found');
			const some = yup => yup.string().min(1);
			await valid(yup => ({ email: some(yup).email(), username: some(yup), password: some(yup), role: roleOf(yup, false) }), body);
			if (found.provider === 'local' && 'password' in body && !body.password) isWrong('password.notNull');
			const isOthers = async where => {
				const other = await users().findOne({ where });
				return other && String(other.id) !== String(ctx.params.id);
			};
			if ('username' in body && (await isOthers({ username: body.username }))) refuse('Username already taken');
			if ('email' in body && advanced.unique_email) {
				body.email = body.email.toLowerCase();
				if (await isOthers({ email: body.email })) refuse('Email already taken');
			}
			ctx.send(await shown(await service('user').edit(found.id, { ...body }), ctx));
		},
		async find(ctx) {
			const found = await service('user').fetchAll(await queryOf(ctx));
			ctx.body = await Promise.all(found.map(one => shown(one, ctx)));
		},
		async findOne(ctx) {
			const found = await service('user').fetch(ctx.params.id, await queryOf(ctx));
			ctx.body = found ? await shown(found, ctx) : found;
		},
		async count(ctx) {
			ctx.body = await service('user').count(await queryOf(ctx));
		},
		async destroy(ctx) {
			ctx.send(await shown(await service('user').remove({ id: ctx.params.id }), ctx));
		},
		async me(ctx) {
			if (!ctx.state.user) return ctx.unauthorized();
			ctx.body = await shown(await service('user').fetch(ctx.state.user.id, await queryOf(ctx)), ctx);
			return undefined;
		},
	};

	// ---- signing in

	const auth = {
		async callback(ctx, native) {
			const provider = ctx.params.provider || 'local';
			const isOwn = isOfProviders || isReplaced(SANITIZERS);
			if (provider !== 'local') return isOwn ? connect(provider, ctx) : withToken(ctx, native);
			if (!(await settings('grant'))?.email?.enabled) refuse('This provider is disabled');
			const { body } = ctx.request;
			await valid(yup => ({ identifier: text(yup), password: text(yup) }), body);
			const names = [{ email: body.identifier.toLowerCase() }, { username: body.identifier }];
			const found = await users().findOne({ where: { provider, $or: names } });
			const isRight = found?.password && (await service('user').validatePassword(body.password, found.password));
			if (!isRight) isWrong('Invalid identifier or password');
			if ((await settings('advanced'))?.email_confirmation && found.confirmed !== true) refuse('Your account email is not confirmed');
			if (found.blocked === true) refuse('Your account has been blocked by an administrator');
			return signedIn(found, ctx);
		},
		async register(ctx, native) {
			const advanced = await settings('advanced');
			if (!advanced.email_confirmation && !isReplaced('user.add', 'jwt.issue', SANITIZERS)) return native(ctx);
			if (!advanced.allow_register) refuse('Register action is currently disabled');
			const values = { ...registered(ctx.request.body), provider: 'local' };
			await valid(yup => ({ email: address(yup), username: text(yup), password: text(yup) }), values);
			const role = await strapi.query(ROLE).findOne({ where: { type: advanced.default_role } });
			if (!role) refuse('Impossible to find the default role');
			const { username } = values;
			const email = values.email.toLowerCase();
			const $or = [{ email }, { username: email }, { username }, { email: username }];
			const where = advanced.unique_email ? { $or } : { $or, provider: 'local' };
			if (await users().count({ where })) refuse('Email or Username are already taken');
			const made = await service('user').add({ ...values, role: role.id, email, confirmed: !advanced.email_confirmation });
			if (!advanced.email_confirmation) return signedIn(made, ctx);
			const seen = await shown(made, ctx);
			try {
				await service('user').sendConfirmationEmail(seen);
			} catch (error) {
				refuse(error.message);
			}
			return ctx.send({ user: seen });
		},
		async changePassword(ctx) {
			if (!ctx.state.user) refuse('You must be authenticated to reset your password');
			const { currentPassword, password } = await valid(
				yup => ({
					password: text(yup),
					passwordConfirmation: text(yup).oneOf([yup.ref('password')], 'Passwords do not match'),
					currentPassword: text(yup),
				}),
				ctx.request.body,
				true,
			);
			const found = await strapi.entityService.findOne(USER, ctx.state.user.id);
			const isRight = await service('user').validatePassword(currentPassword, found.password);
			if (!isRight) isWrong('The provided current password is invalid');
			if (currentPassword === password) isWrong('Your new password must be different than your current password');
			await service('user').edit(found.id, { password });
			return signedIn(found, ctx);
		},
		async resetPassword(ctx) {
			const shape = yup => ({ password: text(yup), passwordConfirmation: text(yup), code: text(yup) });
			const { password, passwordConfirmation, code } = await valid(shape, ctx.request.body, true);
			if (password !== passwordConfirmation) isWrong('Passwords do not match');
			const found = await users().findOne({ where: { resetPasswordToken: code } });
			if (!found) isWrong('Incorrect code provided');
			await service('user').edit(found.id, { resetPasswordToken: null, password });
			return signedIn(found, ctx);
		},
		async forgotPassword(ctx) {
			const { email } = await valid(yup => ({ email: address(yup) }), ctx.request.body, true);
			const found = await users().findOne({ where: { email: email.toLowerCase() } });
			if (!found || found.blocked) return ctx.send({ ok: true });
			const { options } = (await settings('email')).reset_password;
			const token = randomBytes(64).toString('hex');
			const { getAbsoluteServerUrl, getAbsoluteAdminUrl } = utilsOf(app);
			const data = {
				URL: (await settings('advanced')).email_reset_password,
				SERVER_URL: getAbsoluteServerUrl(app.config),
				ADMIN_URL: getAbsoluteAdminUrl(app.config),
				USER: await shown(found, ctx),
				TOKEN: token,
			};
			const texts = service('users-permissions');
			const html = await texts.template(options.message, data);
			const subject = await texts.template(options.object, { USER: data.USER });
			const { from } = options;
			// An admin can still give the link where the mail fails.
			await service('user').edit(found.id, { resetPasswordToken: token });
			const sender = from.email || from.name ? `${from.name} <${from.email}>` : undefined;
			const mail = { to: found.email, from: sender, replyTo: options.response_email, subject, text: html, html };
			await strapi.plugin('email').service('email').send(mail);
			return ctx.send({ ok: true });
		},
		async emailConfirmation(ctx, native, next, returnUser) {
			const { confirmation } = await valid(yup => ({ confirmation: text(yup) }), ctx.query);
			const [found] = await service('user').fetchAll({ filters: { confirmationToken: confirmation } });
			if (!found) isWrong('Invalid token');
			await service('user').edit(found.id, { confirmed: true, confirmationToken: null });
			if (returnUser) return signedIn(found, ctx);
			return ctx.redirect((await settings('advanced'))?.email_confirmation_redirection || '/');
		},
		async sendEmailConfirmation(ctx) {
			const { email } = await valid(yup => ({ email: address(yup) }), ctx.request.body);
			const found = await users().findOne({ where: { email: email.toLowerCase() } });
			if (!found) return ctx.send({ email, sent: true });
			if (found.confirmed) refuse('Already confirmed');
			if (found.blocked) refuse('User blocked');
			await service('user').sendConfirmationEmail(found);
			return ctx.send({ email: found.email, sent: true });
		},
	};

	async function connect(provider, ctx) {
		if (!(await settings('grant'))?.[provider]?.enabled) refuse('This provider is disabled');
		try {
			const found = await service('providers').connect(provider, ctx.query);
			if (found.blocked) throw new errors.ForbiddenError('Your account has been blocked by an administrator');
			await signedIn(found, ctx);
		} catch (error) {
			if (error instanceof Missing) throw error;
			refuse(error.message);
		}
	}

	/** Of what is sent what clients may set. */
	function registered(body) {
		const { attributes } = app.contentTypes[USER];
		const { allowedFields } = app.config.get('plugin.users-permissions.register') ?? {};
		const isOpen = name => !ofServer.includes(name) && !attributes[name].private && attributes[name].writable !== false;
		const names = Array.isArray(allowedFields) ? allowedFields.filter(Boolean) : Object.keys(attributes).filter(isOpen);
		const all = new Set(['username', 'password', 'email', ...names]);
		return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => all.has(name)));
	}

	// ---- roles

	const hasBody = ctx => {
		if (!Object.keys(ctx.request.body ?? {}).length) isWrong('Request body cannot be empty');
		return ctx.request.body;
	};
	const done = ctx => ctx.send({ ok: true });
	const role = {
		async createRole(ctx) {
			await service('role').createRole(hasBody(ctx));
			done(ctx);
		},
		async findOne(ctx) {
			const found = await service('role').findOne(ctx.params.id);
			return found ? ctx.send({ role: found }) : ctx.notFound();
		},
		async find(ctx) {
			ctx.send({ roles: await service('role').find() });
		},
		async updateRole(ctx) {
			await service('role').updateRole(ctx.params.role, hasBody(ctx));
			done(ctx);
		},
		async deleteRole(ctx) {
			const { id } = await strapi.query(ROLE).findOne({ where: { type: 'public' } });
			if (String(ctx.params.role) === String(id)) refuse('Cannot delete public role');
			await service('role').deleteRole(ctx.params.role, id);
			done(ctx);
		},
	};

	const permissions = {
		async getPermissions(ctx) {
			ctx.send({ permissions: await service('users-permissions').getActions() });
		},
		async getRoutes(ctx) {
			ctx.send({ routes: await service('users-permissions').getRoutes() });
		},
	};

	const counted = ['callback', 'register', 'forgotPassword', 'resetPassword', 'changePassword'];
	for (const name of counted) auth[name] = limited(app, auth[name]);
	auth.connect = app.byRedirectUri.connect;
	return { user, auth, role, permissions, settings: { getProviders: app.byRedirectUri.getProviders }, withToken };
}
