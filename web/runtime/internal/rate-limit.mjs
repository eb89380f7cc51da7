// How often somebody may ask: an action of signing in that is answered here, and a route with the middleware rateLimit of
// users-permissions. As koa2-ratelimit counts for Strapi, by address of mail, path and client.
import path from 'node:path';
import { Missing, errors } from '../errors.mjs';

const MOST = 100_000; // keys that are remembered
const units = {
	...{ ms: 1, sec: 1000, min: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 },
	...{ month: 2_628_000_000, year: 31_536_000_000 },
};

function lengthOf(time) {
	if (typeof time !== 'object' || time === null) return time;
	const wrong = Object.keys(time).find(unit => !(unit in units));
	if (wrong) throw new Error(`Invalide key ${wrong}, allow keys: ${Object.keys(units)}`);
	return Object.entries(time).reduce((sum, [unit, count]) => sum + (count > 0 ? count * units[unit] : 0), 0);
}

class Counts {
	counts = new Map();

	/** {count, end} of a key, with one more. */
	add(key, interval, weight = 1) {
		const now = Date.now();
		let known = this.counts.get(key);
		if (!known || known.end <= now) known = this.begin(key, now, interval);
		known.count += weight;
		return known;
	}

	begin(key, now, interval) {
		const { counts } = this;
		if (counts.size >= MOST) for (const [other, { end }] of counts) if (end <= now || counts.size >= MOST) counts.delete(other);
		const made = { count: 0, end: now + interval };
		counts.delete(key);
		counts.set(key, made);
		return made;
	}
}

const asks = ctx => {
	const email = String(ctx.request.body?.email ?? '').toLowerCase() || 'unknownIdentifier';
	return `${email}:${path.posix.normalize(ctx.path).toLowerCase()}:${ctx.ip}`;
};

const settingsOf = app => ({ enabled: true, ...app.config.get('plugin.users-permissions.ratelimit') });

/** The action, with a limit. Over GraphQL nothing counts, as in Strapi. */
export function limited(app, run) {
	const counts = new Counts();
	return async (ctx, ...rest) => {
		const { enabled, interval = { min: 5 }, max = 5 } = settingsOf(app);
		if (enabled === true && ctx.state?.route?.info?.pluginName) {
			if (counts.add(asks(ctx), lengthOf(interval)).count > max) throw new errors.RateLimitError();
		}
		return run(ctx, ...rest);
	};
}

const names = ['id', 'userId', 'user_id', 'idUser', 'id_user'];

/** By what the user is known, or nothing. */
function userIdOf(ctx) {
	const places = [ctx.state.user, ctx.user, ctx.state.User, ctx.User, ctx.state, ctx].filter(Boolean);
	return places.flatMap(place => names.map(name => place[name])).find(Boolean) ?? null;
}

async function keyOf(ctx, { keyGenerator, getUserId = userIdOf, prefixKey }) {
	if (keyGenerator) return keyGenerator(ctx);
	return `${prefixKey}|${(await getUserId(ctx)) || ctx.ip}`;
}

function isListed(key, { whitelist, prefixKeySeparator = '::', getUserIdFromKey = one => one.split(prefixKeySeparator)[1] }) {
	const id = whitelist?.length ? getUserIdFromKey(key) : null;
	return Boolean(id) && whitelist.includes(id);
}

const wait = time => new Promise(resolve => setTimeout(resolve, time));

function tell(ctx, { max, headers = true }, { count, end }) {
	const limit = { limit: max, current: count, remaining: Math.max(max - count, 0), reset: Math.ceil(end / 1000) };
	ctx.state.rateLimit = limit;
	if (!headers) return;
	ctx.set('X-RateLimit-Limit', max);
	ctx.set('X-RateLimit-Remaining', limit.remaining);
	ctx.set('X-RateLimit-Reset', limit.reset);
}

/** plugin::users-permissions.rateLimit, for routes that code answers. */
export function rateLimit(app) {
	const counts = new Counts();
	return config => async (ctx, next) => {
		const settings = settingsOf(app);
		if (settings.enabled !== true) return next();
		const refuse = () => {
			throw new errors.RateLimitError();
		};
		const options = { interval: { min: 5 }, max: 5, prefixKey: asks(ctx), handler: refuse, ...settings, ...config };
		if (options.store) throw new Missing('a store of koa2-ratelimit');
		if (await options.skip?.(ctx)) return next();
		const key = await keyOf(ctx, options);
		if (isListed(key, options)) return next();
		const weight = (await options.weight?.(ctx)) ?? 1;
		const known = counts.add(key, lengthOf(options.interval), weight);
		const { count } = known;
		tell(ctx, options, known);
		if (options.max && count > options.max) {
			await options.onLimitReached?.(ctx);
			return options.handler(ctx);
		}
		if (options.skipFailedRequests) ctx.res.on('finish', () => void (ctx.status >= 400 && (known.count -= weight)));
		const { delayAfter, timeWait = { sec: 1 } } = options;
		if (delayAfter && count > delayAfter) await wait((count - delayAfter) * lengthOf(timeWait));
		return next();
	};
}
