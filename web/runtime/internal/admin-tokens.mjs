// The services token and api-token of strapi.admin: tokens that code makes when it seeds a project.
import { createHmac, randomBytes } from 'node:crypto';
import { Missing, errors } from '../errors.mjs';

const TOKEN = 'admin::api-token';
const PERMISSION = 'admin::api-token-permission';
const DAYS = [7, 30, 90].map(days => days * 24 * 3_600_000);
const kinds = ['read-only', 'full-access', 'custom'];

const fields = ['id', 'name', 'description', 'lastUsedAt', 'type', 'lifespan', 'expiresAt', 'createdAt', 'updatedAt'];
const shown = token => token && { ...token, permissions: token.permissions?.map(({ action }) => action) };

const isWrong = message => {
	throw new errors.ValidationError(message);
};

function check({ type, lifespan, permissions }) {
	if (type === 'custom' && !Array.isArray(permissions)) isWrong('Missing permissions attribute for custom token');
	if (type !== 'custom' && permissions?.length) isWrong('Non-custom tokens should not reference permissions');
	if (!kinds.includes(type)) isWrong(`type must be one of ${kinds.join(', ')}`);
	if (lifespan && !DAYS.includes(Number(lifespan))) isWrong(`lifespan must be one of the following values: ${DAYS.join(', ')}`);
}

/** The tokens that admins sign in with. */
function signedTokens(app) {
	const getTokenOptions = () => {
		const { options = {}, secret } = app.config.get('admin.auth', {});
		return { secret, options: { expiresIn: '30d', ...options } };
	};
	return {
		createToken: () => randomBytes(20).toString('hex'),
		getTokenOptions,
		createJwtToken({ id }) {
			const { secret, options } = getTokenOptions();
			return require('jsonwebtoken').sign({ id }, secret, options);
		},
		decodeJwtToken(token) {
			try {
				return { payload: require('jsonwebtoken').verify(token, getTokenOptions().secret), isValid: true };
			} catch {
				return { payload: null, isValid: false };
			}
		},
	};
}

export function tokenServices(app) {
	const tokens = () => app.strapi.query(TOKEN);
	const find = async where => shown(await tokens().findOne({ where, select: fields, populate: ['permissions'] }));
	const hash = key => {
		const salt = app.config.get('admin.apiToken.salt');
		if (!salt) throw new Missing("admin::api-token without the setting 'admin.apiToken.salt'");
		return createHmac('sha512', salt).update(key).digest('hex');
	};
	const service = {
		hash,
		exists: async (where = {}) => (await find(where)) !== null,
		list: async () => (await tokens().findMany({ select: fields, populate: ['permissions'], orderBy: { name: 'ASC' } })).map(shown),
		getById: id => find({ id }),
		getByName: name => find({ name }),
		getBy: find,
		async create(given) {
			check(given);
			const accessKey = randomBytes(128).toString('hex');
			const { permissions = [], lifespan, ...values } = given;
			const expiresAt = lifespan ? Date.now() + Number(lifespan) : null;
			const data = { ...values, accessKey: hash(accessKey), lifespan: lifespan || null, expiresAt };
			const made = await tokens().create({ select: fields, data });
			for (const action of new Set(permissions)) await app.strapi.query(PERMISSION).create({ data: { action, token: made.id } });
			return { ...made, accessKey, ...(made.type === 'custom' && { permissions: [...new Set(permissions)] }) };
		},
		async revoke(id) {
			return tokens().delete({ select: fields, where: { id } });
		},
	};
	return { token: signedTokens(app), 'api-token': service };
}
