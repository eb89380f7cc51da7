// graphql-js 16.8, the judge of the language; of texts that are no documents 15, as Strapi has it, whose words differ.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const graphql = require('graphql-16-8');

export const {
	GraphQLEnumType,
	GraphQLInputObjectType,
	GraphQLInterfaceType,
	GraphQLList,
	GraphQLNonNull,
	GraphQLObjectType,
	GraphQLUnionType,
	Lexer,
	Source,
	TokenKind,
	buildSchema,
	getNamedType,
	isAbstractType,
	isCompositeType,
	isInputType,
	isLeafType,
	isRequiredArgument,
	isRequiredInputField,
	parse,
	print,
	printSchema,
	validateSchema,
	validate,
	specifiedRules,
} = graphql;
export const { printBlockString } = require('graphql-16-8/language/blockString');
export const { parse: parseAs15 } = require('graphql-15');
