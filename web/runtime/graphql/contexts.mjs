// What resolvers share while a request lasts: the Koa context and its state, and the objects that come back as parents.

/** Contexts of requests whose end was not heard of are dropped when there are so many. */
const MOST = 5000;

class Request {
	constructor(context, variables) {
		this.context = context;
		this.variables = variables;
		this.objects = [];
		this.numbers = new Map();
	}

	keep(object) {
		if (!this.numbers.has(object)) this.numbers.set(object, this.objects.push(object) - 1);
		return this.numbers.get(object);
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
		const koaContext = await this.open(ask);
		return new Request({ state: koaContext.state, koaContext }, ask.variables ?? {});
	}

	end(request) {
		this.requests.delete(request);
	}
}
