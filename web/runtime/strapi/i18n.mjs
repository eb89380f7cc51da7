// The services of the plugin i18n.
import pick from 'lodash/pick.js';
import pickBy from 'lodash/pickBy.js';
import toPath from 'lodash/toPath.js';
import { Missing, errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { utilsOf } from './utils.mjs';

const LOCALE = 'plugin::i18n.locale';

function localesService(app) {
	const query = () => app.strapi.query(LOCALE);
	const store = () => app.strapi.store({ type: 'plugin', name: 'i18n' });
	const service = {
		find: (where = {}) => query().findMany({ where }),
		findById: id => query().findOne({ where: { id } }),
		findByCode: code => query().findOne({ where: { code } }),
		count: (where = {}) => query().count({ where }),
		create: async data => query().create({ data }),
		update: async (where, data) => query().update({ where, data }),
		setDefaultLocale: ({ code }) => store().set({ key: 'default_locale', value: code }),
		getDefaultLocale: () => store().get({ key: 'default_locale' }),
		async setIsDefault(locales) {
			if (locales === null || locales === undefined) return locales;
			const usual = await service.getDefaultLocale();
			const mark = locale => ({ ...locale, isDefault: usual === locale.code });
			return Array.isArray(locales) ? locales.map(mark) : mark(locales);
		},
		async delete({ id }) {
			const locale = await service.findById(id);
			if (!locale) return locale;
			for (const type of Object.values(app.contentTypes)) {
				if (isLocalized(type)) await app.strapi.query(type.uid).deleteMany({ where: { locale: locale.code } });
			}
			return query().delete({ where: { id } });
		},
		async initDefaultLocale() {
			if (await service.count()) return;
			await service.create({ code: 'en', name: 'English (en)' });
			await service.setDefaultLocale({ code: 'en' });
		},
	};
	return service;
}

const isLocalized = model => model.pluginOptions?.i18n?.localized === true;

function contentTypesService(app) {
	const visible = model =>
		Object.keys(model.attributes).filter(
			name =>
				model.attributes[name].visible !== false &&
				!['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'].includes(name),
		);
	const localized = attribute => isLocalized(attribute) || ['relation', 'uid'].includes(attribute.type);
	const service = {
		isLocalizedContentType: isLocalized,
		getLocalizedAttributes: model => visible(model).filter(name => localized(model.attributes[name])),
		getNonLocalizedAttributes: model => visible(model).filter(name => !localized(model.attributes[name])),
		async getValidLocale(locale) {
			const locales = app.strapi.service('plugin::i18n.locales');
			if (locale === null || locale === undefined) return locales.getDefaultLocale();
			if (!(await locales.findByCode(locale))) throw new errors.ApplicationError('Locale not found');
			return locale;
		},
		getNewLocalizationsFrom: async related => (related ? [related.id, ...related.localizations.map(({ id }) => id)] : []),
		/** What the versions of an entry share, without the ids of its components. */
		copyNonLocalizedAttributes: (model, entry) =>
			withoutIds(app, model, pick(structuredClone(entry), service.getNonLocalizedAttributes(model))),
		fillNonLocalizedAttributes(entry, related, { model }) {
			if (related === null || related === undefined) return;
			const shared = service.copyNonLocalizedAttributes(app.strapi.getModel(model), related);
			for (const [name, value] of Object.entries(shared)) if (entry[name] === null || entry[name] === undefined) entry[name] = value;
		},
		async getAndValidateRelatedEntity(id, uid, locale) {
			const populate = ['localizations'];
			const single = app.strapi.getModel(uid).kind === 'singleType';
			const found = single || id ? await app.strapi.query(uid).findOne(single ? { populate } : { where: { id }, populate }) : undefined;
			if (id && !found) throw new errors.ApplicationError("The related entity doesn't exist");
			if (found && [found, ...found.localizations].some(version => version.locale === locale)) {
				throw new errors.ApplicationError('The entity already exists in this locale');
			}
			return found;
		},
	};
	return service;
}

function withoutIds(app, model, entry) {
	if (typeof entry !== 'object' || entry === null) return entry;
	delete entry.id;
	for (const [name, { type, component }] of Object.entries(model.attributes)) {
		if (type !== 'component' && type !== 'dynamiczone') continue;
		for (const part of [].concat(entry[name] ?? [])) {
			const uid = type === 'component' ? component : part?.__component;
			if (uid) withoutIds(app, app.strapi.components[uid], part);
		}
	}
	return entry;
}

function localizationsService(app) {
	const versions = entry => (Array.isArray(entry?.localizations) ? entry.localizations : []);
	return {
		async assignDefaultLocaleToEntries(data) {
			const usual = await app.strapi.service('plugin::i18n.locales').getDefaultLocale();
			if (Array.isArray(data)) for (const entry of data) entry.locale ||= usual;
			else data.locale ??= usual;
		},
		async syncLocalizations(entry, { model }) {
			const all = [entry?.id, ...versions(entry).map(({ id }) => id)];
			const change = id =>
				app.strapi.query(model.uid).update({ where: { id }, data: { localizations: all.filter(other => other !== id) } });
			await Promise.all(versions(entry).map(({ id }) => change(id)));
		},
		async syncNonLocalizedAttributes(entry, { model }) {
			const data = app.strapi.service('plugin::i18n.content-types').copyNonLocalizedAttributes(model, entry ?? {});
			if (!Object.keys(data).length) return;
			await Promise.all(versions(entry).map(({ id }) => app.strapi.entityService.update(model.uid, id, { data: structuredClone(data) })));
		},
	};
}

/** What makes another language version of an entry. Its route and its action lectern adds by itself. */
function coreApiService(app) {
	const allowed = model =>
		utilsOf(app)
			.contentTypes.getWritableAttributes(model)
			.filter(name => !['locale', 'localizations'].includes(name));
	const refuse = message => {
		throw new errors.ApplicationError(message);
	};
	const service = {
		addCreateLocalizationAction() {},
		addGraphqlLocalizationAction() {
			throw new Missing("addGraphqlLocalizationAction of strapi.service('plugin::i18n.core-api')");
		},
		createSanitizer: model => ({
			sanitizeInput: data => pick(data, allowed(model)),
			sanitizeInputFiles: files => pickBy(files ?? {}, (file, path) => allowed(model).includes(toPath(path)[0])),
		}),
		createCreateLocalizationHandler:
			model =>
			async ({ id, data, files } = {}) => {
				const { sanitizeInput, sanitizeInputFiles } = service.createSanitizer(model);
				const where = model.kind === 'singleType' ? {} : { where: { id } };
				const entry = await app.strapi.query(model.uid).findOne({ ...where, populate: ['localizations'] });
				if (!entry) throw new errors.NotFoundError();
				if (data.locale === null || data.locale === undefined) refuse('locale is missing');
				if (!(await app.strapi.service('plugin::i18n.locales').findByCode(data.locale))) refuse('locale is invalid');
				const all = [entry, ...(entry.localizations ?? [])];
				if (all.some(({ locale }) => locale === data.locale)) refuse('locale is already used');
				const shared = app.strapi.service('plugin::i18n.content-types').copyNonLocalizedAttributes(model, entry);
				const made = await app.strapi.entityService.create(model.uid, {
					data: { ...shared, ...sanitizeInput(data), locale: data.locale, localizations: all.map(one => one.id) },
					files: sanitizeInputFiles(files),
					populate: ['localizations'],
				});
				return utilsOf(app).sanitize.contentAPI.output(made, app.strapi.getModel(model.uid));
			},
	};
	return service;
}

export const i18nServices = app => ({
	locales: strict("strapi.service('plugin::i18n.locales')", localesService(app)),
	localizations: strict("strapi.service('plugin::i18n.localizations')", localizationsService(app)),
	'iso-locales': strict("strapi.service('plugin::i18n.iso-locales')", { getIsoLocales: () => app.isoLocales }),
	'core-api': strict("strapi.service('plugin::i18n.core-api')", coreApiService(app)),
	'content-types': strict("strapi.service('plugin::i18n.content-types')", contentTypesService(app)),
});

/** What the panel asks of a service that code has replaced. */
export const i18nActions = app => ({
	'iso-locales': { listIsoLocales: ctx => void (ctx.body = app.strapi.service('plugin::i18n.iso-locales').getIsoLocales()) },
});
