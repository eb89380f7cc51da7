// Objects that say what they do not have.
import { Missing } from '../errors.mjs';
import { lacking } from './lacking.mjs';

const ignored = ['then', 'toJSON', 'inspect', 'constructor', 'valueOf', 'toString'];

/** An object whose other members throw, by a name. `known`: what Strapi has beside them; only these throw, and all else is undefined. */
export function strict(name, members, known = lacking[name]) {
	return new Proxy(members, {
		get(target, key, receiver) {
			if (key in target || typeof key === 'symbol' || ignored.includes(key)) return Reflect.get(target, key, receiver);
			if (known && !known.includes(key)) return undefined;
			throw new Missing(`${name}.${String(key)}`);
		},
	});
}
