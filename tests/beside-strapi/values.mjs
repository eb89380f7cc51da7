// Random values for a content type's attributes, which its rules allow.

const words = ['alpha', 'bravo', 'Charlie', 'delta', 'écho', 'Foxtrot', 'golf', 'Hotel', 'india', 'Juliet'];
const pad = number => String(number).padStart(2, '0');
const day = chance => `20${10 + chance.below(20)}-${pad(1 + chance.below(12))}-${pad(1 + chance.below(28))}`;
const hour = chance => `${pad(chance.below(24))}:${pad(chance.below(60))}:${pad(chance.below(60))}.000`;
let made = 0;

function text(chance, { minLength = 0, maxLength, unique }) {
	let value = `${chance.pick(words)} ${chance.pick(words)}`;
	if (unique) value += ` ${chance.below(1e6)}-${++made}`;
	while (value.length < minLength) value += ` ${chance.pick(words)}`;
	return maxLength ? value.slice(0, maxLength) : value;
}

function number(chance, { min, max, unique }, most = 100) {
	const low = Number(min ?? 0);
	const high = Number(max ?? Math.max(low + most, unique ? 1e6 : 0));
	return low + chance.below(high - low + 1);
}

/** A value of a scalar attribute, or undefined when there is none to make up. */
export function scalar(chance, attribute) {
	switch (attribute.type) {
		case 'string':
		case 'text':
		case 'richtext':
			return attribute.regex ? undefined : text(chance, attribute);
		case 'uid':
			return `${chance.pick(words).toLowerCase().replace('é', 'e')}-${chance.below(1e6)}-${++made}`;
		case 'email':
			return `${chance.pick(words).toLowerCase().replace('é', 'e')}${chance.below(1e6)}.${++made}@example.com`;
		case 'password':
			return 'Passw0rd-1';
		case 'enumeration':
			return chance.pick(attribute.enum);
		case 'integer':
			return number(chance, attribute);
		case 'biginteger':
			return String(number(chance, attribute, 1e9));
		case 'float':
		case 'decimal':
			return number(chance, attribute) + (attribute.max === undefined ? chance.below(100) / 100 : 0);
		case 'boolean':
			return chance.often(0.5);
		case 'date':
			return day(chance);
		case 'time':
			return hour(chance);
		case 'datetime':
		case 'timestamp':
			return `${day(chance)}T${hour(chance)}Z`;
		case 'json':
			return chance.pick([{ a: 1, b: ['x', null] }, ['one', 'two'], { name: 'n' }]);
		case 'blocks':
			return [{ type: 'paragraph', children: [{ type: 'text', text: text(chance, {}) }] }];
		default:
			return undefined;
	}
}

const own = new Set(['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations']);

const repeat = (chance, { min = 0, max }, make) => {
	const low = Math.max(Number(min), 1);
	return Array.from({ length: low + chance.below(Math.max(1, Math.min(Number(max ?? low + 1), low + 1) - low + 1)) }, make);
};

/** Random data of a type or component. `ids`: those of entries by uid, for relations; without them there are none. `share`: how
 * many of the attributes that are not required are set. */
export function entryData(chance, model, uid, { ids, share = 0.8, depth = 0 } = {}) {
	const { attributes } = model.contentTypes[uid] ?? model.components[uid];
	const data = {};
	for (const [name, attribute] of Object.entries(attributes)) {
		if (own.has(name) || (!attribute.required && !chance.often(share))) continue;
		const value = attributeValue(chance, model, attribute, { ids, share, depth });
		if (value !== undefined) data[name] = value;
	}
	return data;
}

function attributeValue(chance, model, attribute, options) {
	const deeper = { ...options, depth: options.depth + 1 };
	if (attribute.type === 'component') {
		if (options.depth > 3) return undefined;
		const one = () => entryData(chance, model, attribute.component, deeper);
		return attribute.repeatable ? repeat(chance, attribute, one) : one();
	}
	if (attribute.type === 'dynamiczone') {
		const components = (attribute.components ?? []).filter(uid => uid in model.components); // Strapi starts without some.
		if (options.depth > 3 || !components.length) return undefined;
		return repeat(chance, attribute, () => {
			const component = chance.pick(components);
			return { __component: component, ...entryData(chance, model, component, deeper) };
		});
	}
	if (attribute.type === 'media') {
		const files = options.ids?.['plugin::upload.file'] ?? [];
		if (!files.length) return undefined;
		return attribute.multiple ? chance.some(files, 0.5) : chance.pick(files);
	}
	if (attribute.type === 'relation') {
		const known = options.ids?.[attribute.target] ?? [];
		if (!known.length || /^morph/.test(attribute.relation)) return undefined;
		return /ToMany|manyToMany|oneToMany/.test(attribute.relation) ? chance.some(known, 0.3) : chance.pick(known);
	}
	return scalar(chance, attribute);
}

/** Those attributes of a type that are neither relations, files nor components. */
export const scalarNames = type =>
	Object.keys(type.attributes).filter(name => !/^(relation|media|component|dynamiczone)$/.test(type.attributes[name].type));
