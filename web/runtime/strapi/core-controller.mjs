// What createCoreController has for a content type: what `super` is in a controller. Where nothing of the controller and the
// service is the project's own, and a query string can say what is asked, lectern runs the action; else it is run here, step by
// step, as Strapi does.
import { errors } from '../errors.mjs';
import { asNative, isOfRequest, parameterOf } from '../internal/native.mjs';
import { sentForm } from './form-data.mjs';
import { isPlainQuery } from './query-limits.mjs';
import { controllerSanitizers } from './sanitize.mjs';
import { transformResponse } from './transform.mjs';

const steps = ['transformResponse', 'sanitizeOutput', 'sanitizeInput', 'sanitizeQuery', 'validateQuery', 'validateInput'];

function sent(ctx) {
	if (ctx.is('multipart')) return sentForm(ctx);
	const { data } = ctx.request.body || {};
	if (typeof data !== 'object' || data === null) throw new errors.ValidationError('Missing "data" payload in the request body');
	return { data };
}

const ofCollection = (app, uid) => {
	const service = () => app.strapi.service(uid);
	async function query(controller, ctx) {
		await controller.validateQuery(ctx);
		return controller.sanitizeQuery(ctx);
	}
	async function one(controller, ctx, entity) {
		return controller.transformResponse(await controller.sanitizeOutput(entity, ctx));
	}
	return {
		async find(ctx) {
			const { results, pagination } = await service().find(await query(this, ctx));
			return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
		},
		async findOne(ctx) {
			return one(this, ctx, await service().findOne(ctx.params.id, await query(this, ctx)));
		},
		async create(ctx) {
			const wanted = await query(this, ctx);
			const { data, files } = sent(ctx);
			return one(this, ctx, await service().create({ ...wanted, data: await this.sanitizeInput(data, ctx), files }));
		},
		async update(ctx) {
			const wanted = await query(this, ctx);
			const { data, files } = sent(ctx);
			const input = await this.sanitizeInput(data, ctx);
			return one(this, ctx, await service().update(ctx.params.id, { ...wanted, data: input, files }));
		},
		async delete(ctx) {
			return one(this, ctx, await service().delete(ctx.params.id, await query(this, ctx)));
		},
	};
};

const ofSingle = (app, uid) => {
	const service = () => app.strapi.service(uid);
	return {
		async find(ctx) {
			await this.validateQuery(ctx);
			const entity = await service().find(await this.sanitizeQuery(ctx));
			return this.transformResponse(await this.sanitizeOutput(entity, ctx));
		},
		async update(ctx) {
			const { data, files } = sent(ctx);
			const input = await this.sanitizeInput(data, ctx);
			const entity = await service().createOrUpdate({ ...ctx.request.query, data: input, files });
			return this.transformResponse(await this.sanitizeOutput(entity, ctx));
		},
		async delete(ctx) {
			return this.transformResponse(await this.sanitizeOutput(await service().delete(ctx.query), ctx));
		},
	};
};

/** Whether a service's method, and what it calls, are Strapi's own. */
function isPlainService(app, uid, names) {
	let service;
	try {
		service = app.strapi.service(uid);
	} catch {
		return false; // Strapi makes a service when it is asked for: then it throws.
	}
	const base = service && Object.getPrototypeOf(service);
	return Boolean(!app.entityServiceIsDecorated && base && app.coreServices.has(base) && names.every(name => service[name] === base[name]));
}

const methodsOf = { find: ['find', 'getFetchParams'], findOne: ['findOne', 'getFetchParams'], create: ['create'], delete: ['delete'] };

/** Whether lectern's action does what this controller's would. */
export function isPlainAction(app, uid, controller, action) {
	const single = app.contentTypes[uid].kind === 'singleType';
	const base = app.coreControllers.get(uid);
	if (!base || app.sanitizes()) return false;
	if (action === 'createLocalization') return true;
	const methods = single && action === 'update' ? ['createOrUpdate', 'find', 'getFetchParams'] : (methodsOf[action] ?? [action]);
	const called = single && action === 'delete' ? ['delete', 'find', 'getFetchParams'] : methods;
	return steps.every(step => controller[step] === base[step]) && isPlainService(app, uid, called);
}

/** Levels of what is written. */
const DEEPEST = 20;

/** Whether JSON says the same of a value: not of a date, which is a text there. */
function isPlainValue(value, depth = 0) {
	if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || value === null) return true;
	if (typeof value !== 'object' || depth > DEEPEST) return false;
	if (Array.isArray(value)) return value.every(item => isPlainValue(item, depth + 1));
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== null && prototype !== Object.prototype) return false;
	return Object.values(value).every(member => member === undefined || isPlainValue(member, depth + 1));
}

const isMoment = (value, attribute) => attribute?.type === 'datetime' && value instanceof Date && !Number.isNaN(value.getTime());

/** Whether JSON says the same of the fields that are to be written. */
export const isPlainData = (data, { attributes }) =>
	typeof data !== 'object' ||
	data === null ||
	Object.entries(data).every(([name, value]) => value === undefined || isMoment(value, attributes[name]) || isPlainValue(value));

/** Whether lectern can be told what the action is given. */
function isSayable(app, { type, action }, ctx) {
	const parameter = parameterOf(app, { type, action });
	const value = ctx.params?.[parameter];
	if (parameter && typeof value !== 'number' && !(typeof value === 'string' && /^\d+$/.test(value))) return false;
	if (action.startsWith('find') || action === 'delete') return isPlainQuery(ctx.query, app.queryLimits);
	return isPlainQuery(ctx.query, app.queryLimits) && isPlainData(ctx.request.body?.data, app.contentTypes[type]);
}

export function coreController(app, uid) {
	const type = () => app.contentTypes[uid];
	const base = { transformResponse: (data, meta) => transformResponse(app, data, meta, type()), ...controllerSanitizers(app, uid) };
	const written = (type().kind === 'singleType' ? ofSingle : ofCollection)(app, uid);
	const actions = {};
	for (const [action, run] of Object.entries(written)) {
		const names = { type: uid, action };
		actions[action] = asNative(function (ctx) {
			const isWhole = isOfRequest(ctx) && !ctx.is('multipart');
			const isPlain = isWhole && isPlainAction(app, uid, this, action) && isSayable(app, names, ctx);
			if (!isPlain) return run.call(this, ctx);
			return app.nativeRequests.runCore(ctx, names).catch(error => {
				// Code may go on behind its answer.
				if (error.name === 'AnsweredError') return run.call(this, ctx);
				throw error;
			});
		}, names);
	}
	app.coreControllers.set(uid, base);
	return Object.assign(Object.create(base), actions);
}
