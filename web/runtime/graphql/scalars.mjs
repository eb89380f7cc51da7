// The scalars that lectern has, as graphql-js, graphql-scalars and Strapi's plugin serialize and parse them.

const DATE = /^\d{4}-(0[1-9]|1[012])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^\d{4}-(0[1-9]|1[012])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+|-]([01]\d|2[0-3]):[0-5]\d)$/;

const graphql = () => require('graphql');
const wrong = text => new (graphql().GraphQLError)(text);

/** A day that its month has. */
function isDate(text) {
	if (!DATE.test(text)) return false;
	const [year, month, day] = text.split('-').map(Number);
	return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

const isDateTime = text => DATE_TIME.test(text.toUpperCase()) && !Number.isNaN(Date.parse(text)) && isDate(text.slice(0, 10));
const isValid = date => !Number.isNaN(date.getTime());

function serializeDate(value) {
	if (value instanceof Date) {
		if (!isValid(value)) throw wrong('Date cannot represent an invalid Date instance');
		return value.toISOString().split('T')[0];
	}
	if (typeof value !== 'string') throw wrong(`Date cannot represent a non string, or non Date type ${JSON.stringify(value)}`);
	if (!isDate(value)) throw wrong(`Date cannot represent an invalid date-string ${value}.`);
	return value;
}

function serializeDateTime(value) {
	if (value instanceof Date) {
		if (!isValid(value)) throw wrong('DateTime cannot represent an invalid Date instance');
		return value;
	}
	if (typeof value === 'number') return new Date(value);
	if (typeof value !== 'string')
		throw wrong(`DateTime cannot be serialized from a non string, non numeric or non Date type ${JSON.stringify(value)}`);
	if (!isDateTime(value)) throw wrong(`DateTime cannot represent an invalid date-time-string ${value}.`);
	return new Date(value);
}

/** What stands for an object: what its valueOf gives, or its toJSON. */
function primitiveOf(value) {
	if (typeof value !== 'object' || value === null) return value;
	const own = typeof value.valueOf === 'function' ? value.valueOf() : value;
	if (typeof own !== 'object' || own === null) return own;
	return typeof value.toJSON === 'function' ? value.toJSON() : value;
}

function serializeLong(value) {
	const given = primitiveOf(value);
	const refusal = () => wrong(`BigInt cannot represent non-integer value: ${given}`);
	if (typeof given === 'number' && !Number.isInteger(given)) throw refusal();
	if (given === '' || !['object', 'boolean', 'string', 'number', 'bigint'].includes(typeof given)) throw refusal();
	const text = typeof given === 'object' ? given.toString() : given;
	const number = BigInt(text);
	if (typeof text === 'string' && String(number) !== text) throw refusal();
	return Number.isSafeInteger(Number(number)) ? Number(number) : String(number);
}

const serializers = {
	Date: serializeDate,
	DateTime: serializeDateTime,
	Time: value => require('@strapi/utils').parseType({ type: 'time', value }),
	Long: serializeLong,
	I18NLocaleCode: value => value,
	JSON: value => value,
};

/** Whether it is one of them. */
export const isScalar = name => Object.hasOwn(serializers, name) || graphql().specifiedScalarTypes.some(type => type.name === name);

export function serializeScalar(name, value) {
	const own = serializers[name] ?? graphql().specifiedScalarTypes.find(type => type.name === name)?.serialize;
	return own ? own(value) : value;
}

/** What resolvers get of an argument that lectern has taken. */
export function parseScalar(name, value) {
	if (value === null || value === undefined) return value;
	if (name === 'DateTime') return new Date(value);
	return name === 'Long' ? BigInt(value) : value;
}
