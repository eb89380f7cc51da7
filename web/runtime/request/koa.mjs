// The Koa application: contexts for requests, with what Strapi adds to them.
import Koa from 'koa';
import delegate from 'delegates';
import camelCase from 'lodash/camelCase.js';
import qs from 'qs';
import statuses from 'statuses';
import { httpAnswer } from '../errors.mjs';

function addAnswers(koa) {
	const delegator = delegate(koa.context, 'response');
	for (const code of statuses.codes.filter(status => status >= 400 && status < 600)) {
		const name = camelCase(statuses.message[code]);
		koa.response[name] = function (message, details = {}) {
			Object.assign(this, httpAnswer(code, message, details));
		};
		delegator.method(name);
	}
	koa.response.send = function (data, status = 200) {
		this.status = status;
		this.body = data;
	};
	koa.response.created = function (data) {
		this.status = 201;
		this.body = data;
	};
	koa.response.deleted = function (data) {
		this.status = data === undefined || data === null ? 204 : 200;
		if (this.status === 200) this.body = data;
	};
	delegator.method('send').method('created').method('deleted');
}

/** The parameters of the URL, as the middleware strapi::query reads them. */
export function addQuery(koa, settings) {
	Object.defineProperty(koa.request, 'query', {
		configurable: true,
		enumerable: true,
		get() {
			this.parsedQueries ??= {};
			return (this.parsedQueries[this.querystring] ??= qs.parse(this.querystring, settings));
		},
		set(value) {
			this.querystring = qs.stringify(value);
		},
	});
}

export function makeKoa({ proxy, keys }) {
	const koa = new Koa({ proxy: Boolean(proxy) });
	koa.keys = keys;
	koa.silent = true;
	// Such as that of a stream that is the body; without a listener it would end the process.
	koa.on('error', error => console.error(error));
	addAnswers(koa);
	addQuery(koa, { strictNullHandling: true, arrayLimit: 100, depth: 20 });
	return koa;
}
