// Entries as the REST API answers them: {data: {id, attributes}, meta}.
import isPlainObject from 'lodash/isPlainObject.js';

const isNil = value => value === null || value === undefined;
const isEntry = value => value === null || isPlainObject(value) || Array.isArray(value);

function transformComponent(app, value, uid) {
	if (Array.isArray(value)) return value.map(item => transformComponent(app, item, uid));
	const made = transformEntry(app, value, app.components[uid]);
	return isNil(made) ? made : { id: made.id, ...made.attributes };
}

function transformValue(app, value, attribute) {
	switch (attribute?.type) {
		case 'relation':
			if (!isEntry(value) || !('target' in attribute)) return value;
			return { data: transformEntry(app, value, app.contentTypes[attribute.target]) };
		case 'media':
			return isEntry(value) ? { data: transformEntry(app, value, app.contentTypes['plugin::upload.file']) } : value;
		case 'component':
			return isEntry(value) ? transformComponent(app, value, attribute.component) : value;
		case 'dynamiczone':
			return Array.isArray(value) ? value.map(item => transformComponent(app, item, item.__component)) : value;
		default:
			return value;
	}
}

function transformEntry(app, entry, type) {
	if (isNil(entry)) return entry;
	if (Array.isArray(entry)) return entry.map(one => transformEntry(app, one, type));
	if (!isPlainObject(entry)) throw new Error('Entry must be an object');
	const { id, ...properties } = entry;
	const attributes = {};
	for (const [key, value] of Object.entries(properties)) attributes[key] = transformValue(app, value, type?.attributes[key]);
	return { id, attributes };
}

export const transformResponse = (app, resource, meta = {}, type = undefined) =>
	isNil(resource) ? resource : { data: transformEntry(app, resource, type), meta };
