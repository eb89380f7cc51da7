// How often an address may ask an action of signing in, where that is answered here: as Strapi counts, by address of mail,
// path and client.
import path from 'node:path';
import { errors } from '../errors.mjs';

const MOST = 100_000; // keys that are remembered
const units = { ms: 1, sec: 1000, min: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

const lengthOf = interval =>
	typeof interval === 'number'
		? interval
		: Object.entries(interval ?? {}).reduce((sum, [unit, count]) => sum + (units[unit] ?? 0) * count, 0);

/** The action, with a limit. Over GraphQL nothing counts, as in Strapi. */
export function limited(app, run) {
	const counts = new Map();
	const begin = (key, now, interval) => {
		if (counts.size >= MOST) for (const [other, { end }] of counts) if (end <= now || counts.size >= MOST) counts.delete(other);
		const made = { count: 0, end: now + interval };
		counts.delete(key);
		counts.set(key, made);
		return made;
	};
	return async (ctx, ...rest) => {
		const { enabled = true, interval = { min: 5 }, max = 5 } = app.config.get('plugin.users-permissions.ratelimit') ?? {};
		if (enabled === true && ctx.state?.route?.info?.pluginName) {
			const email = String(ctx.request.body?.email ?? '').toLowerCase() || 'unknownIdentifier';
			const key = `${email}:${path.posix.normalize(ctx.path).toLowerCase()}:${ctx.ip}`;
			const now = Date.now();
			let known = counts.get(key);
			if (!known || known.end <= now) known = begin(key, now, lengthOf(interval));
			known.count++;
			if (known.count > max) throw new errors.RateLimitError();
		}
		return run(ctx, ...rest);
	};
}
