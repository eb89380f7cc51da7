// Who asks, and whether they may.
import { Missing, isOf } from '../errors.mjs';
import { identifyAdmin } from '../internal/admin-auth.mjs';
import { authorizationOf, makeAuth, userOf } from '../strapi/auth.mjs';

/** On a context: the name of the strategy of code's own (strapi.auth.register) that told who asks. lectern knows no such callers. */
const byOwn = Symbol('byOwn');

export function refuseOwn(ctx, what) {
	if (ctx[byOwn] !== undefined) throw new Missing(`${what} for who is told by the strategy ${ctx[byOwn]} of strapi.auth.register`);
}

/** What Strapi's strategies say of who is known and not let in, whatever the strategies behind them. */
const refusers = { 'Invalid credentials': 'users-permissions', 'Token expired': 'api-token' };

function refuse(ctx, message) {
	ctx.unauthorized(message);
	return false;
}

/** Whether a strategy of code's own lets in whom it knows. */
async function mayByStrategy(ctx) {
	const { auth, route } = ctx.state;
	try {
		await auth.strategy.verify?.(auth, route.config.auth);
		return true;
	} catch (error) {
		if (isOf(error, 'ForbiddenError')) ctx.forbidden();
		else if (isOf(error, 'UnauthorizedError')) ctx.unauthorized();
		else throw error;
		return false;
	}
}

/** On a context: the user whom lectern knows to ask. */
const identified = Symbol('identified');

/** On a context: it is here that its caller was asked for, so lectern does not know of them yet. */
const asked = Symbol('asked');

/** Whether the caller was asked for here. */
export const isAskedForHere = ctx => Boolean(ctx[asked]);

export class Admission {
	constructor(app) {
		this.app = app;
	}

	/** Whether code has put nobody else into ctx.state.user than who is known to ask. */
	isSameUser(ctx) {
		return ctx.state?.user?.id === ctx[identified]?.id;
	}

	/** Who asks, and may they? `caller`: lectern knows it already. False: they may not, and that is answered. */
	async admit(ctx, { auth }, caller) {
		if (auth === 'none') return true;
		if (auth === 'closed') {
			ctx.unauthorized('Missing or invalid credentials');
			return false;
		}
		try {
			if (auth.strategies) return await this.admitBy(ctx, auth);
			if (auth === 'admin') {
				await identifyAdmin(this.app, ctx);
				return true;
			}
			ctx[asked] = !caller;
			await this.identify(ctx, caller ?? (await this.ask(ctx, auth)));
		} catch (error) {
			if (error.status === 401 || isOf(error, 'UnauthorizedError')) ctx.unauthorized(error.message);
			else if (error.status === 403) ctx.forbidden();
			else throw error;
			return false;
		}
		return true;
	}

	/** By the first of a route's strategies that knows who asks. False: none does, and that is answered. */
	async admitBy(ctx, { strategies, auth }) {
		let refusal;
		const caller = await this.askFor(ctx, {}).catch(error => {
			refusal = error.message;
			return {};
		});
		const own = caller.kind === 'token' ? 'api-token' : caller.kind && 'users-permissions';
		for (const strategy of strategies) {
			if (typeof strategy === 'string' && refusers[refusal] === strategy) return refuse(ctx, refusal);
			if (typeof strategy === 'string' && strategy !== own) continue;
			if (typeof strategy === 'string') {
				ctx[asked] = true;
				await this.identify(ctx, await this.ask(ctx, auth));
				return true;
			}
			const { authenticated, credentials, ability = null, error = null } = (await strategy.authenticate(ctx)) ?? {};
			if (error !== null) return refuse(ctx, error);
			if (!authenticated) continue;
			ctx.state.isAuthenticated = true;
			ctx.state.auth = { strategy, credentials, ability };
			if (this.app.strategies.own.includes(strategy)) ctx[byOwn] = strategy.name ?? 'without a name';
			return mayByStrategy(ctx);
		}
		return refuse(ctx, 'Missing or invalid credentials');
	}

	/** {kind, id} of who asks, when they have the permissions. */
	async ask(ctx, auth) {
		try {
			return await this.askFor(ctx, auth === 'user' ? { anyUser: true } : { scopes: auth });
		} catch (error) {
			// Strapi finds out who asks before it looks at what they may.
			if (error.status === 403 || auth === 'user') await this.identifyAnyone(ctx);
			throw error;
		}
	}

	/** Who asks, whatever they may; nothing is known of those who are not let in. */
	async identifyAnyone(ctx) {
		await this.askFor(ctx, {}).then(
			caller => this.identify(ctx, caller),
			() => {},
		);
	}

	/** Finds out who asks. False: code knows no such user, and that is answered. */
	async letIn(ctx) {
		try {
			await this.identifyAnyone(ctx);
			return true;
		} catch (error) {
			if (error.status !== 401) throw error;
			ctx.unauthorized(error.message);
			return false;
		}
	}

	/** The same; who sends what is no credential is refused, too. */
	async letInKnown(ctx) {
		try {
			await this.identify(ctx, await this.askFor(ctx, {}));
			return true;
		} catch (error) {
			if (error.status !== 401 && !isOf(error, 'UnauthorizedError')) throw error;
			ctx.unauthorized(error.message);
			return false;
		}
	}

	async askFor(ctx, how) {
		const request = { method: 'GET', url: '/', headers: [['authorization', await authorizationOf(this.app, ctx)]], admit: true, ...how };
		const { value, body } = await this.app.callWhole('native.request', [request]);
		const answer = JSON.parse(body.toString('utf8'));
		if (value.status < 400) return answer;
		throw Object.assign(new Error(answer.error.message), { status: value.status, expose: value.status < 500 });
	}

	async identify(ctx, { kind, id }) {
		ctx.state.isAuthenticated = true;
		if (kind === 'user') {
			ctx.state.user = ctx[identified] = await userOf(this.app, id);
		}
		ctx.state.auth = await makeAuth(this.app, ctx, kind, ctx.state.user);
	}
}
