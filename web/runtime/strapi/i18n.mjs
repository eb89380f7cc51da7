// The services of the plugin i18n.
import { errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';

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
	return {
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
	};
}

export const i18nServices = app => ({
	locales: strict("strapi.service('plugin::i18n.locales')", localesService(app)),
	'content-types': strict("strapi.service('plugin::i18n.content-types')", contentTypesService(app)),
});
