// graphql-js 16.8, the judge of the language.
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
