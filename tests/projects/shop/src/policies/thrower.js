const { PolicyError, ApplicationError, ValidationError } = require('@strapi/utils').errors;
module.exports = {
	name: 'thrower',
	validator(config) {
		if (!config.kind) throw new Error('kind is missing');
	},
	handler(ctx, config) {
		const kind = ctx.query.kind || config.kind;
		if (kind === 'policy') throw new PolicyError('policy says no', { policy: 'thrower', kind });
		if (kind === 'app') throw new ApplicationError('app says no', { kind });
		if (kind === 'validation') throw new ValidationError('invalid', { kind });
		if (kind === 'error') throw new Error('plain');
		if (kind === 'string') throw 'a string';
		if (kind === 'http') return ctx.throw ? ctx.throw(409, 'conflict') : false;
		if (kind === 'undefined') return undefined;
		if (kind === 'zero') return 0;
		if (kind === 'promise') return Promise.resolve(true);
		if (kind === 'object') return { ok: true };
		return kind === 'ok';
	},
};
