// strapi.db.transaction: calls in its course run in one transaction of lectern's. One within another is the same one.
import { AsyncResource } from 'node:async_hooks';
import { course } from '../course.mjs';

export class Transaction {
	constructor(app, number) {
		this.app = app;
		this.number = number;
		this.commits = [];
		this.rollbacks = [];
		this.over = false;
	}

	/** As in Strapi nobody waits for the callbacks, each is called once, and those of a commit also where code has undone all by itself. */
	async end(service, callbacks) {
		if (!this.over) {
			this.over = true;
			// What runs in its course goes on outside of it.
			if (this.course) Object.assign(this.course, { transaction: this.around, open: undefined });
			await this.app.callIn({ ...course.getStore(), transaction: this.number }, service, []);
		}
		for (const callback of callbacks.splice(0)) callback();
	}

	commit() {
		return this.end('transaction.commit', this.commits);
	}

	rollback() {
		return this.end('transaction.rollback', this.rollbacks);
	}

	/** Runs code in its course. */
	run(code) {
		this.around = course.getStore()?.transaction;
		this.course = { ...course.getStore(), transaction: this.number, open: this };
		return course.run(this.course, code);
	}
}

export function makeTransaction(app) {
	const begin = async () => new Transaction(app, await app.call('transaction.begin', []));
	const current = () => {
		const open = course.getStore()?.open;
		return open && !open.over ? open : undefined;
	};

	async function transaction(code) {
		const around = current();
		const own = around ?? (await begin());
		const handle = around
			? { commit: async () => {}, rollback: async () => {} }
			: { commit: () => own.commit(), rollback: () => own.rollback() };
		const trx = app.trx?.(own) ?? own;
		if (!code) return { ...handle, get: () => trx };
		return own.run(async () => {
			const onCommit = callback => own.commits.push(AsyncResource.bind(callback));
			const onRollback = callback => own.rollbacks.push(AsyncResource.bind(callback));
			try {
				const result = await code({ trx, ...handle, onCommit, onRollback });
				await handle.commit();
				return result;
			} catch (error) {
				await handle.rollback();
				throw error;
			}
		});
	}
	return { transaction, inTransaction: () => current() !== undefined };
}
