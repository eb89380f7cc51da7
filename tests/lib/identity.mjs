// Providers of identities on this machine: a real OpenID Connect provider (oidc-provider from npm), small stand-ins for GitHub
// and Google, and a browser that goes where it is led.
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import http from 'node:http';

const listen = server => new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

/** A server whose handler may be named after its port is known. Close it with close(). */
async function serve() {
	const holder = { handler: null };
	const server = http.createServer((request, response) => holder.handler(request, response));
	holder.port = await listen(server);
	holder.url = `http://127.0.0.1:${holder.port}`;
	holder.close = () => {
		server.closeAllConnections();
		return new Promise(resolve => server.close(resolve));
	};
	return holder;
}

/** An OpenID Connect provider where everybody signs in as `accountId` says (change it as you like). Its clients: "lectern",
 * and "other", another application. `claims` may be changed, too. */
export async function startOpenId(redirect) {
	const { default: Provider } = await import('oidc-provider');
	const holder = await serve();
	const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
	Object.assign(holder, {
		accountId: 'Ann',
		refuses: false,
		claims: sub => ({ sub, email: `${sub}@Example.com`, email_verified: true, preferred_username: sub }),
		keys,
	});
	const client = { redirect_uris: [redirect], response_types: ['code'], grant_types: ['authorization_code'] };
	const provider = new Provider(holder.url, {
		clients: [
			{ ...client, client_id: 'lectern', client_secret: 'the secret/of:lectern+' },
			{ ...client, client_id: 'other', client_secret: 'the secret of other' },
		],
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
		jwks: { keys: [{ ...keys.privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
		findAccount: (context, id) => ({ accountId: id, claims: () => holder.claims(id) }),
		features: { devInteractions: { enabled: false } },
		interactions: { url: (context, interaction) => `/interaction/${interaction.uid}` },
		pkce: { required: () => true },
		cookies: { keys: [randomBytes(16).toString('hex')] },
	});
	const callback = provider.callback();
	async function interact(request, response) {
		const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
		if (holder.refuses) return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'not today' });
		if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: holder.accountId } });
		const grant = grantId
			? await provider.Grant.find(grantId)
			: new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
		grant.addOIDCScope(params.scope);
		return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
	}
	holder.asked = [];
	holder.handler = (request, response) => {
		holder.asked.push(request.url);
		return request.url.startsWith('/interaction/')
			? interact(request, response).catch(error => response.writeHead(500).end(error.stack))
			: callback(request, response);
	};
	return holder;
}

/** A stand-in for an API: `answer` gets {method, path, headers, body} and gives [status, JSON]. */
export async function startApi(answer) {
	const holder = await serve();
	holder.asked = [];
	holder.handler = (request, response) => {
		let body = '';
		request.on('data', part => (body += part));
		request.on('end', async () => {
			const asked = { method: request.method, path: request.url, headers: request.headers, body };
			holder.asked.push(asked);
			const [status, json] = await answer(asked);
			response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
		});
	};
	return holder;
}

/** A browser with cookies. */
export class Browser {
	cookies = new Map();

	async get(url) {
		const { origin, pathname, hostname } = new URL(url);
		const mine = [...this.cookies.values()].filter(cookie => cookie.origin === origin && pathname.startsWith(cookie.path));
		const response = await fetch(url, {
			redirect: 'manual',
			headers: mine.length ? { Cookie: mine.map(({ name, value }) => `${name}=${value}`).join('; ') } : {},
		});
		for (const line of response.headers.getSetCookie()) {
			const [pair, ...attributes] = line.split('; ');
			const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
			const find = key => attributes.find(attribute => attribute.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
			this.last = line;
			if (value && find('max-age') !== '0')
				this.cookies.set(`${hostname} ${origin} ${name}`, { origin, name, value, path: find('path') ?? '/' });
			else this.cookies.delete(`${hostname} ${origin} ${name}`);
		}
		const location = response.headers.get('location');
		const text = await response.text();
		return { url, status: response.status, text, location: location && new URL(location, url).href };
	}

	/** Goes where it is led until `until` (the beginning of a URL), which is not asked for, or to where nothing leads on. */
	async go(url, until) {
		for (let i = 0; i < 20; i++) {
			const answer = await this.get(url);
			if (!answer.location || answer.location.startsWith(until)) return answer;
			url = answer.location;
		}
		throw new Error(`led in circles: ${url}`);
	}
}

const encode = value => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT by an RSA or EC key, or with `secret` by HMAC, or with alg "none" not signed. */
export function forge(payload, { alg = 'RS256', kid = 'one', key, secret }) {
	const text = `${encode({ alg, typ: 'JWT', kid })}.${encode(payload)}`;
	if (alg === 'none') return `${text}.`;
	if (secret) return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
	return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export const payloadOf = token => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
