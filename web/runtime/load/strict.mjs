// Objects that say what they do not have.
import { Missing } from '../errors.mjs';

/** An object whose other members throw, by a name. */
export function strict(name, members) {
	return new Proxy(members, {
		get(target, key) {
			if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === 'inspect') return target[key];
			throw new Missing(`${name}.${key}`);
		},
	});
}
