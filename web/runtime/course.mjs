// In whose course code runs.
import { AsyncLocalStorage } from 'node:async_hooks';

/** {ask, transaction, ctx}: which ask, and which transaction, code runs for, and the context of its request. */
export const course = new AsyncLocalStorage();

/** Those under way, by the number of their ask. */
export const courses = new Map();

/** Runs code in the course of an ask. */
export async function follow(store, run) {
	courses.set(store.ask, store);
	try {
		return await course.run(store, run);
	} finally {
		courses.delete(store.ask);
	}
}
