// strapi.db
import { strict } from '../load/strict.mjs';

export const makeDb = (app, query) => strict('strapi.db', { query });
