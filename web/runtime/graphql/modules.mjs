// What projects require for GraphQL beside Strapi's plugin, where it is not installed.
import { strict } from '../load/strict.mjs';
import { builders } from './builders.mjs';

export const graphqlModules = {
	get graphql() {
		return require('graphql');
	},
	nexus: strict("require('nexus')", { ...builders, __esModule: undefined, default: undefined }),
};
