// JSON Web Tokens, right and wrong.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const encode = value => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
export const now = () => Math.floor(Date.now() / 1000);

/** A token signed by HMAC. What is not given is as the server's own tokens have it. */
export function makeToken(payload, { secret = 'jwtsecret', header = { alg: 'HS256', typ: 'JWT' }, hash = 'sha256' } = {}) {
	const text = `${encode(header)}.${encode(payload)}`;
	return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** A token signed by RSA. */
export function makeRsaToken(payload) {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(payload)}`;
	return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** A token whose header says that it is not signed. */
export const makeUnsignedToken = (payload, alg = 'none') => `${encode({ alg, typ: 'JWT' })}.${encode(payload)}.`;
