import { createRequire } from 'node:module';
import path, { sep } from 'node:path';
import data from './plain.cjs';
const require = createRequire(import.meta.url);
const later = await Promise.resolve('awaited');
export const dir = path.basename(path.dirname(new URL(import.meta.url).pathname));
export default { later, sep, data, json: require('../dir/data.json'), strapi: typeof strapi };
