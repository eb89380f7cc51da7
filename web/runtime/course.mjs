// In whose course code runs.
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * {ask, transaction, ctx, isHook, change}: which ask, and which transaction, code runs for, the context of its request, whether it is a
 * hook, and the change that it may commit (outgoing.mjs).
 */
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

/** Changes that code begins in the same course wait until `read` is done: lectern may take up one call before another. */
export function holdChanges(read) {
	const store = course.getStore();
	if (store) store.held = Promise.all([store.held, read]);
}

const isChange = service => /\.(create|update|delete|insert)/.test(service);

/** Resolves when the call of a service may begin. */
export async function heldChanges(service) {
	const store = course.getStore();
	if (!store?.held || !isChange(service)) return;
	const { held } = store;
	await held;
	if (store.held === held) store.held = undefined;
}
