// nexus' functions that make types, for projects where nexus is not installed. What they make is what nexus.mjs reads.

class Named {
	constructor(value) {
		this.value = value;
		this.name = value.name;
	}
}

class NexusObjectTypeDef extends Named {}
class NexusInputObjectTypeDef extends Named {}
class NexusEnumTypeDef extends Named {}
class NexusInterfaceTypeDef extends Named {}
class NexusUnionTypeDef extends Named {}
class NexusScalarTypeDef extends Named {}
class NexusExtendTypeDef extends Named {}
class NexusExtendInputTypeDef extends Named {}
class NexusArgDef extends Named {}

class Wrapped {
	constructor(type) {
		this.ofNexusType = type;
	}
}
class NexusNonNullDef extends Wrapped {}
class NexusNullDef extends Wrapped {}
class NexusListDef extends Wrapped {}

const arg = options => new NexusArgDef(options);
const argOf =
	type =>
	(options = {}) =>
		arg({ ...options, type });
const extendType = value => new NexusExtendTypeDef(value);
const rootField = type => (name, given) =>
	extendType({
		type,
		definition(t) {
			if (typeof name === 'function') name(t);
			else t.field(name, typeof given === 'function' ? given() : given);
		},
	});

export const builders = {
	objectType: value => new NexusObjectTypeDef(value),
	inputObjectType: value => new NexusInputObjectTypeDef(value),
	enumType: value => new NexusEnumTypeDef(value),
	interfaceType: value => new NexusInterfaceTypeDef(value),
	unionType: value => new NexusUnionTypeDef(value),
	scalarType: value => new NexusScalarTypeDef(value),
	extendType,
	extendInputType: value => new NexusExtendInputTypeDef(value),
	queryType: value => extendType({ ...value, type: 'Query' }),
	mutationType: value => extendType({ ...value, type: 'Mutation' }),
	queryField: rootField('Query'),
	mutationField: rootField('Mutation'),
	nonNull: type => new NexusNonNullDef(type),
	nullable: type => new NexusNullDef(type),
	list: type => new NexusListDef(type),
	arg,
	stringArg: argOf('String'),
	intArg: argOf('Int'),
	floatArg: argOf('Float'),
	booleanArg: argOf('Boolean'),
	idArg: argOf('ID'),
	asNexusMethod: (scalar, method) => Object.assign(scalar, { asNexusMethod: method }),
};
