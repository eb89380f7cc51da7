// The mail servers that nodemailer knows by the name of a service: "Gmail" is smtp.gmail.com.
import { createRequire } from 'node:module';

/** The list is that of the nodemailer which the project has installed: undefined without one, false for a name that it knows not. */
function find(project, service) {
	for (const from of ['@strapi/provider-email-nodemailer', null]) {
		try {
			const require = from ? createRequire(project.require.resolve(from)) : project.require;
			return require('nodemailer/lib/well-known')(service);
		} catch (error) {
			if (!['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(error.code)) throw error;
		}
	}
	return undefined;
}

/** Puts host, port and secure in the place of a service in the configuration of plugins. One that is not known means nothing. */
export function nameMailServer(project, plugins) {
	const { provider, providerOptions: options } = plugins?.email?.config ?? {};
	if (!['nodemailer', '@strapi/provider-email-nodemailer'].includes(provider) || typeof options?.service !== 'string') return;
	const server = find(project, options.service);
	if (server === undefined) return;
	delete options.service;
	for (const name of ['host', 'port', 'secure']) if (server[name] !== undefined) options[name] = server[name];
}
