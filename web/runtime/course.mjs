// In whose course code runs.
import { AsyncLocalStorage } from 'node:async_hooks';

/** {ask, transaction}: which ask, and which transaction, code runs for. */
export const course = new AsyncLocalStorage();
