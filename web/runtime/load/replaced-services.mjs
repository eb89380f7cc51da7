// Services of Strapi's own plugins whose methods code has put others in the place of. Code that asks them gets its own; and so
// do the actions that ask them in Strapi: where that can be done here, they run in this process (actionsByServices). Else the
// server does not start.
import { SANITIZERS, accountActions } from '../internal/account-actions.mjs';
import { unmarkNative } from '../internal/native.mjs';
import { uploadActions } from '../internal/upload-actions.mjs';
import { validateCallback } from '../internal/users-permissions.mjs';
import { emailActions, isNativeProvider } from '../strapi/email.mjs';
import { i18nActions } from '../strapi/i18n.mjs';

/** The steps of an upload, as service.method. */
const steps = Object.entries({
	'image-manipulation':
		'isImage isOptimizableImage isSupportedImage isResizableImage isFaultyImage getDimensions generateThumbnail ' +
		'generateResponsiveFormats optimize',
	upload: 'formatFileInfo enhanceAndValidateFile enhanceFile uploadImage uploadFileAndPersist',
	provider: 'upload checkFileSize',
}).flatMap(([service, methods]) => methods.split(' ').map(method => `${service}.${method}`));

/** By action the methods that it asks. */
const asked = {
	'users-permissions': {
		'user.create': 'user.add',
		'user.update': 'user.fetch user.edit',
		'user.find': 'user.fetchAll',
		'user.findOne': 'user.fetch',
		'user.count': 'user.count',
		'user.destroy': 'user.remove',
		'user.me': 'user.fetch',
		'auth.connect': 'providers.buildRedirectUri providers-registry.getAll callback.validate',
		'settings.getProviders': 'providers.buildRedirectUri',
		'auth.callback':
			'user.validatePassword jwt.issue providers.connect providers-registry.run providers-registry.get providers-registry.getAll',
		'auth.register': 'user.add user.sendConfirmationEmail jwt.issue email.send users-permissions.template',
		'auth.changePassword': 'user.validatePassword user.edit jwt.issue',
		'auth.resetPassword': 'user.edit jwt.issue',
		'auth.forgotPassword': 'user.edit email.send users-permissions.template',
		'auth.emailConfirmation': 'user.fetchAll user.edit jwt.issue',
		'auth.sendEmailConfirmation': 'user.edit user.sendConfirmationEmail email.send users-permissions.template',
		'role.createRole': 'role.createRole',
		'role.findOne': 'role.findOne users-permissions.getActions',
		'role.find': 'role.find',
		'role.updateRole': 'role.updateRole',
		'role.deleteRole': 'role.deleteRole',
		'permissions.getPermissions': 'users-permissions.getActions',
		'permissions.getRoutes': 'users-permissions.getRoutes',
	},
	upload: {
		'content-api.find': 'upload.findMany',
		'content-api.findOne': 'upload.findOne',
		'content-api.destroy': 'upload.findOne upload.remove',
		'content-api.upload': `upload.upload upload.replace upload.updateFileInfo ${steps.join(' ')}`,
		'admin-upload.upload': `upload.upload upload.replace upload.updateFileInfo ${steps.join(' ')}`,
		'admin-file.find': 'upload.findPage',
		'admin-file.findOne': 'upload.findOne',
		'admin-file.destroy': 'upload.findOne upload.remove',
	},
	email: { 'email.send': 'email.send', 'email.test': 'email.send' },
	i18n: { 'iso-locales.listIsoLocales': 'iso-locales.getIsoLocales' },
};

/** Actions that sanitize what is sent, asked for and answered, by what code may have added to. */
const sanitized = {
	'users-permissions': [
		...['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me'].map(name => `user.${name}`),
		...['callback', 'register', 'changePassword', 'resetPassword', 'emailConfirmation'].map(name => `auth.${name}`),
	],
	upload: ['find', 'findOne', 'destroy', 'upload'].map(name => `content-api.${name}`),
};

/** Methods of Strapi's that no action of lectern has to do with, or only the plugin's start, and services that only measure. */
const unasked = new RegExp(
	'^(email\\.(getProviderSettings|sendTemplatedEmail)|(weeklyM|m)etrics\\..*|providers\\.getProfile|' +
		'providers-registry\\.(add|remove)|users-permissions\\.(initialize|syncPermissions|updateUserRole))$',
);

/** What reads the token of a request, and finds its user, is asked in every request. */
const FETCH = 'user.fetchAuthenticatedUser';
const READ = ['jwt.getToken', 'jwt.verify'];

/** Methods of Strapi's services that are not here, and that its other methods call. */
const inner = { 'upload.enhanceAndValidateFile': 1, 'upload.uploadFileAndPersist': 1, 'upload.uploadImage': 1 };

/** Keeps what the services of one of Strapi's plugins are before code has them. */
export function keepServices(app, name, services, missing) {
	app.givenServices ??= [];
	for (const [key, service] of Object.entries(services ?? {})) {
		if (typeof service === 'object') app.givenServices.push({ name, key, given: { ...service } });
	}
	for (const key of missing) app.givenServices.push({ name, key, given: null });
}

/** Two instances have functions of their own, of the same text. */
const isOther = (one, other) => typeof one === 'function' && typeof other === 'function' && one !== other && String(one) !== String(other);

function replacedMethods(app, { name, key, given }) {
	let now;
	try {
		now = app.strapi.plugin(name)?.service(key);
	} catch {
		// What fails here fails where code asks for it, too.
	}
	if (!now) return [];
	const names = given ? Object.keys(given).filter(method => isOther(given[method], method in now ? now[method] : null)) : Object.keys(now);
	const added = given ? Object.keys(now).filter(method => !(method in given) && inner[`${key}.${method}`]) : [];
	return [...names, ...added].map(method => `${key}.${method}`);
}

const isAsked = (name, method) =>
	(name === 'users-permissions' && [FETCH, ...READ].includes(method)) ||
	Object.values(asked[name] ?? {}).some(methods => methods.split(' ').includes(method));

/** What clients upload otherwise than by the route of uploads, with an entry or by GraphQL, would go lectern's own way. */
function findSteps(app, methods) {
	const own = methods.filter(method => steps.includes(method));
	if (!own.length || app.uploadsBySteps) return;
	const named = `${own.join(', ')} of plugin::upload`;
	if (app.described) throw new Error(`${named} is put in its place in bootstrap, when lectern's own actions can't ask it any more`);
	app.uploadsBySteps = true;
	app.closed.uploads = `The project's code has ${named} of its own, which only the route /upload asks`;
}

/** Throws for methods that lectern's own actions would have to ask, and can't. */
export function findReplacedServices(app) {
	const replaced = new Map();
	for (const service of app.givenServices ?? []) {
		const methods = replacedMethods(app, service).filter(method => !unasked.test(method));
		const lost = methods.filter(method => !isAsked(service.name, method));
		if (lost.length) {
			const named = lost.map(method => method.slice(service.key.length + 1)).join(', ');
			throw new Error(
				`${named} of the service plugin::${service.name}.${service.key} is code's own, and lectern's own actions can't ask it`,
			);
		}
		replaced.set(service.name, [...(replaced.get(service.name) ?? []), ...methods]);
	}
	findSteps(app, replaced.get('upload') ?? []);
	const ofAccounts = replaced.get('users-permissions') ?? [];
	app.fetchesUsers = ofAccounts.includes(FETCH);
	app.readsTokens = READ.some(method => ofAccounts.includes(method));
	const addTo = (name, what) => replaced.set(name, [...(replaced.get(name) ?? []), what]);
	if (app.mailer?.isReplaced()) addTo('email', 'email.send');
	if (app.issuesOwnTokens) addTo('users-permissions', 'jwt.issue');
	const mails = replaced.get('email') ?? [];
	// What accounts send goes by the provider that the project has installed; lectern has nodemailer's way itself.
	if (mails.length || (app.mailer?.hasProvider() && !isNativeProvider(app))) {
		addTo('users-permissions', 'email.send');
	}
	// config/plugins may say where clients are sent that come back from a provider.
	const validate = app.config.get('plugin.users-permissions.callback.validate');
	if (validate && validate !== validateCallback) addTo('users-permissions', 'callback.validate');
	if (app.sanitizes()) for (const name of Object.keys(sanitized)) addTo(name, SANITIZERS);
	const makers = { 'users-permissions': accountActions, upload: uploadActions, email: emailActions, i18n: i18nActions };
	for (const [name, methods] of replaced)
		if (methods.length && app.strapi.plugin(name)) install(app, name, methods, makers[name](app, methods));
}

function install(app, name, methods, actions) {
	app.actionsByServices ??= new Map();
	for (const [action, needed] of Object.entries(asked[name])) {
		const uid = `plugin::${name}.${action}`;
		const [controller, member] = action.split('.');
		const why = needed.split(' ').filter(method => methods.includes(method));
		if (methods.includes(SANITIZERS) && sanitized[name].includes(action)) why.push(SANITIZERS);
		if (!why.length) continue;
		app.actionsByServices.set(uid, why.join() === 'jwt.issue' ? actions.withToken : actions[controller][member]);
		unmarkNative(app.nativeActions.get(uid));
	}
}
