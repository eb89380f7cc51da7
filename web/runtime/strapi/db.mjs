// strapi.db
import { strict } from '../load/strict.mjs';
import { makeTransaction } from './transaction.mjs';

export function makeDb(app, query) {
	return strict('strapi.db', { query, metadata: app.metadata, lifecycles: app.lifecycles.member(), ...makeTransaction(app) });
}
