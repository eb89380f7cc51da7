// What resolvers share while a request lasts: the Koa context and its state, and the objects that come back as parents.
import { courses } from '../course.mjs';
import { contextOf } from './apollo.mjs';

/** Contexts of requests whose end was not heard of are dropped when there are so many. */
const MOST = 5000;

class Request {
	/** `isShared`: the context is that of an ask for the whole request, whose headers are told there. */
	constructor(koaContext, variables, isShared) {
		this.koaContext = koaContext;
		this.context = contextOf(koaContext) ?? { state: koaContext.state, koaContext };
		this.isShared = isShared;
		this.variables = variables;
		this.objects = [];
		this.numbers = new Map();
	}

	keep(object) {
		if (!this.numbers.has(object)) this.numbers.set(object, this.objects.push(object) - 1);
		return this.numbers.get(object);
	}

	/** What code has done to the headers of the answer; null: nothing. The last of a request counts. */
	headers() {
		if (this.isShared) return null;
		const { res } = this.koaContext;
		const set = Object.entries(res.getHeaders()).filter(([name]) => !/^content-(length|type)$/.test(name));
		const headers = set.flatMap(([name, value]) => [].concat(value).map(one => [name, String(one)]));
		const removed = res.leftOut();
		return headers.length || removed.length ? { headers, removed } : null;
	}

	/** The object that a parent was given as, or the parent. */
	parent(given) {
		if (given === null) return undefined;
		return this.objects[given['@id']] ?? given;
	}
}

export class Contexts {
	/** `open`: makes the Koa context of an ask, of a caller who is known. */
	constructor(open) {
		this.open = open;
		this.requests = new Map();
	}

	/** The fields of a request may be asked for at the same time. */
	get(ask) {
		const { request } = ask;
		if (!this.requests.has(request)) {
			if (this.requests.size >= MOST) this.requests.delete(this.requests.keys().next().value);
			this.requests.set(request, this.make(ask));
		}
		return this.requests.get(request);
	}

	async make(ask) {
		// Middlewares of code's own stand around the request, and share its context.
		const around = courses.get(ask.within)?.ctx;
		const koaContext = around ?? (await this.open(ask));
		return new Request(koaContext, ask.variables ?? {}, Boolean(around));
	}

	end(request) {
		this.requests.delete(request);
	}
}
