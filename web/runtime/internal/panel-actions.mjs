// The actions of Strapi's own plugins that are there for the administration panel alone. Roles may have been granted them.

const actions = {
	'content-manager': {
		'collection-types':
			'find findOne create update clone autoClone delete publish bulkPublish bulkUnpublish unpublish bulkDelete ' +
			'countDraftRelations countManyEntriesDraftRelations',
		components: 'findComponents findComponentConfiguration updateComponentConfiguration',
		'content-types': 'findContentTypes findContentTypesSettings findContentTypeConfiguration updateContentTypeConfiguration',
		init: 'getInitData',
		relations: 'findAvailable findExisting',
		'single-types': 'find createOrUpdate delete publish unpublish countDraftRelations',
		uid: 'generateUID checkUIDAvailability',
	},
	'content-type-builder': {
		builder: 'getReservedNames',
		'component-categories': 'editCategory deleteCategory',
		components: 'createComponent updateComponent deleteComponent',
		'content-types': 'createContentType updateContentType deleteContentType',
	},
	email: { email: 'test getSettings' },
	upload: {
		'admin-file': 'find findOne destroy',
		'admin-folder': 'findOne find create update getStructure',
		'admin-folder-file': 'deleteMany moveMany',
		'admin-settings': 'updateSettings getSettings',
		'admin-upload': 'updateFileInfo replaceFile uploadFiles upload',
		'content-api': 'updateFileInfo replaceFile uploadFiles',
		'view-configuration': 'updateViewConfiguration findViewConfiguration',
	},
	'users-permissions': {
		permissions: 'getPolicies getRoutes',
		settings: 'getEmailTemplate updateEmailTemplate getAdvancedSettings updateAdvancedSettings getProviders updateProviders',
		contentmanageruser: 'create update',
	},
	i18n: {
		locales: 'createLocale updateLocale deleteLocale',
		'iso-locales': 'listIsoLocales',
		'content-types': 'getNonLocalizedAttributes',
	},
};

/** Those of these plugins: ["plugin::upload.admin-file.find", …] */
export const actionsOfPanel = plugins =>
	plugins.flatMap(plugin =>
		Object.entries(actions[plugin] ?? {}).flatMap(([controller, names]) =>
			names.split(' ').map(name => `plugin::${plugin}.${controller}.${name}`),
		),
	);
