// strapi.entityValidator: data is checked by lectern's own rules, which are Strapi's.
import { errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { putBack } from './kept.mjs';

export function makeEntityValidator(app) {
	const check = (how, word) => async (model, data, options, entity) => {
		if (typeof data !== 'object' || data === null) {
			const expected = `Expected an object, but got ${typeof data}`;
			throw new errors.ValidationError(
				`Invalid payload submitted for the ${word} of an entity of type ${model.info.displayName}. ${expected}`,
			);
		}
		const given = { ...how, isDraft: options?.isDraft ?? false, id: entity?.id };
		return putBack(await app.call('entityService.check', [model.uid, data, given]), data);
	};
	return strict('strapi.entityValidator', {
		validateEntityCreation: check({}, 'creation'),
		validateEntityUpdate: check({ update: true }, 'update'),
	});
}
