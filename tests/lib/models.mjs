// The models of a project as the server sees them: its own files, and the types that are built into the server, which are
// read from the source that declares them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, root } from './data.mjs';

const readJson = file => JSON.parse(readFileSync(file, 'utf8'));
const folders = folder =>
	readdirSync(folder, { withFileTypes: true })
		.filter(item => item.isDirectory())
		.map(item => item.name);

const creators = {
	createdBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user', creator: true },
	updatedBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user', creator: true },
};

function readBuiltins() {
	const source = readFileSync(path.join(root, 'src/model/builtin_types.c'), 'utf8');
	const models = Object.fromEntries(
		[...source.matchAll(/static const char (\w+)\[\] = JSON\((\{[\s\S]*?\n\})\);/g)].map(([, name, json]) => [name, JSON.parse(json)]),
	);
	const listed = [...source.matchAll(/^\s*\{"([\w-]+)", "([\w-]+)", (\w+)\},$/gm)];
	return listed.map(([, plugin, name, key]) => [
		plugin === 'admin' ? `admin::${name}` : `plugin::${plugin}.${name}`,
		models[key],
		'plugin',
	]);
}

function readProject(folder) {
	const api = path.join(folder, 'src/api');
	const components = path.join(folder, 'src/components');
	const types = folders(api).flatMap(name =>
		folders(path.join(api, name, 'content-types')).map(type => [
			`api::${name}.${type}`,
			path.join(api, name, 'content-types', type, 'schema.json'),
			'api',
		]),
	);
	const parts = folders(components).flatMap(category =>
		readdirSync(path.join(components, category)).map(file => [
			`${category}.${path.basename(file, '.json')}`,
			path.join(components, category, file),
			'component',
		]),
	);
	return [...types, ...parts].map(([uid, file, origin]) => [uid, readJson(file), origin, file]);
}

/** All types by their uid: {uid, origin ('api', 'component', 'plugin'), file, kind, collectionName, info, options, attributes}. */
export function readModels(folder = path.join(dataFolder, 'project')) {
	const types = new Map();
	for (const [uid, model, origin, file] of [...readProject(folder), ...readBuiltins()])
		types.set(uid, {
			...model,
			uid,
			origin,
			file,
			attributes: { ...structuredClone(model.attributes), ...(origin === 'component' ? {} : structuredClone(creators)) },
		});
	return types;
}

/** Strapi's name of a column or a link table: "camelCase" gives "camel_case". */
export const snake = name =>
	name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replace(/[^A-Za-z0-9]+/g, '_')
		.toLowerCase();

const linked = ['relation', 'media', 'component', 'dynamiczone'];
export const isScalar = ({ type }) => !linked.includes(type);
export const isMorph = ({ relation }) => relation?.startsWith('morph') ?? false;

/** Whether nobody may see the attribute. */
export const isPrivate = (type, { type: kind, private: hidden, creator }) =>
	hidden || kind === 'password' || (creator === true && !type.options?.populateCreatorFields);

/** The uids that an attribute leads to. Polymorphic ones lead to all content-types of the project and to files. */
export function targetsOf(types, attribute) {
	if (attribute.type === 'media') return ['plugin::upload.file'];
	if (attribute.type === 'component') return [attribute.component];
	if (attribute.type === 'dynamiczone') return attribute.components;
	if (attribute.relation === 'morphToOne' || attribute.relation === 'morphToMany')
		return [...types.values()].filter(({ origin }) => origin === 'api').map(({ uid }) => uid);
	return attribute.type === 'relation' ? [attribute.target] : [];
}
