'use strict';

// what nexus makes, and how types lead to each other
module.exports = ({ nexus, strapi }) => {
  const { arg, booleanArg, enumType, extendInputType, extendType, floatArg, idArg, inputObjectType, intArg, interfaceType, list, mutationField, nonNull, nullable, objectType, queryField, scalarType, stringArg, unionType } = nexus;

  const Level = enumType({ name: 'Level', description: 'how high', members: [{ name: 'LOW', value: 1, description: 'low' }, { name: 'HIGH', value: 2, deprecation: 'too high' }, 'MIDDLE'] });
  const Colour = enumType({ name: 'Colour', members: ['RED', 'GREEN'] });
  const Money = scalarType({ name: 'Money', description: 'in cents', asNexusMethod: 'money', serialize: (value) => `${value} ct`, parseValue: (value) => Number(value), parseLiteral: (node) => Number.parseInt(node.value, 10) });
  const Node = interfaceType({
    name: 'Node',
    description: 'has an id',
    definition(t) {
      t.nonNull.id('id', { description: 'its id' });
      t.string('kind', { resolve: (node, args, context, info) => `${info.parentType.name} ${node.id}` });
    },
    resolveType: (node) => (node.wheels ? 'Car' : 'Boat'),
  });
  const Car = objectType({
    name: 'Car',
    description: 'on wheels',
    definition(t) {
      t.implements(Node);
      t.implements('Priced');
      t.nonNull.int('wheels');
      t.list.nonNull.string('owners', { args: { first: intArg({ default: 1, description: 'how many' }) }, resolve: (car, { first }) => ['a', 'b', 'c'].slice(0, first) });
      t.field('level', { type: Level });
      t.nullable.field({ name: 'colour', type: 'Colour', deprecation: { reason: 'grey only' } });
      t.nonNull.list.nonNull.list.int('grid');
      t.list.list.list.boolean('cube');
      t.field('boat', { type: 'Boat', resolve: async () => ({ id: 5, sails: 2 }) });
      t.field('rest', { type: nonNull(list(nullable('String'))), resolve: () => ['x', null] });
      t.money('price');
      t.date('built');
      t.dateTime('sold');
      t.time('opens');
      t.long('run');
      t.json('extra');
      t.float('weight');
      t.boolean('old');
      t.id('key');
    },
  });
  // found by reference only
  const Boat = objectType({
    name: 'Boat',
    isTypeOf: (value) => value.sails !== undefined,
    definition(t) {
      t.implements('Node');
      t.int('sails');
      t.field('crew', { type: list(objectType({ name: 'Sailor', definition(s) { s.string('name'); s.modify; } })), resolve: () => [{ name: 'Bo' }] });
    },
  });
  const Priced = interfaceType({ name: 'Priced', resolveType: () => 'Car', definition(t) { t.field('price', { type: 'Money' }); } });
  const Vehicle = unionType({ name: 'Vehicle', description: 'either', definition(t) { t.members(Car, 'Boat'); }, resolveType: (value) => (value.wheels ? 'Car' : 'Boat') });
  const Range = inputObjectType({
    name: 'Range',
    description: 'from and to',
    definition(t) {
      t.int('from', { default: 1, description: 'the first' });
      t.nonNull.int('to');
      t.list.nonNull.field('levels', { type: Level, default: [1] });
      t.field('inner', { type: 'Range' });
      t.nonNull.list.string('words', { default: ['a'] });
      t.money('most');
      t.dateTime('since');
    },
  });
  const Strict = objectType({ name: 'Strict', nonNullDefaults: { output: true, input: true }, definition(t) { t.string('a', { args: { x: intArg(), y: nullable(intArg()) }, resolve: (root, { x }) => String(x) }); t.nullable.string('b'); t.list.string('c'); } });
  const Counted = objectType({ name: 'Counted', sourceType: 'any', definition(t) { t.int('count', (root) => root.n + 1); t.string('name', { resolve: (root) => root.name, authorize: () => true }); } });

  return {
    types: {
      Level,
      nested: [[Car, [Vehicle]], { Boat, Priced }],
      Node,
      Range,
      Money,
      Strict,
      queries: [
        queryField('vehicles', { type: list(Vehicle), description: 'all of them', resolve: () => [{ id: 1, wheels: 4, level: 1, colour: 'RED', grid: [[1], [null]], cube: [[[true]]], price: 5, built: new Date(0), sold: '2020-01-01T00:00:00Z', opens: '01:02:03', run: 5, extra: { a: 1 }, weight: 1, old: 0, key: 5 }, { id: 2, sails: 3 }] }),
        queryField('nodes', { type: nonNull(list(nonNull('Node'))), resolve: () => [{ id: 1, wheels: 3 }, { id: 2, sails: 1 }] }),
        queryField((t) => { t.string('plain', { resolve: () => 'plain' }); t.field('car', { type: 'Car', args: { id: nonNull(idArg()), level: arg({ type: Level, default: 2 }), colours: list(nonNull(arg({ type: Colour }))) }, resolve: (root, args) => ({ id: args.id, wheels: args.level, grid: [], extra: args }) }); }),
        queryField('lazy', () => ({ type: 'String', resolve: () => 'lazy' })),
        queryField('ranges', {
          type: 'JSON',
          args: { range: Range, ranges: nonNull(list(nonNull('Range'))), text: stringArg({ default: 'x' }), number: floatArg(), yes: booleanArg({ default: true }), id: nullable(idArg()), listed: list(stringArg()), named: 'Int', typed: arg({ type: nonNull(list('Int')), default: [1, 2] }), money: 'Money', more: nonNull(stringArg({ description: 'needed' })) },
          resolve: (root, args) => args,
        }),
        queryField('strict', { type: Strict, resolve: () => ({ b: null, c: ['x'] }) }),
        queryField('counted', { type: Counted, resolve: () => ({ n: 1, name: 'c' }) }),
        queryField('missingType', { type: 'Node', resolve: () => ({ id: 5 }) }),
      ],
      mutations: [
        mutationField('paint', { type: 'Car', args: { data: nonNull(inputObjectType({ name: 'PaintInput', definition(t) { t.field('colour', { type: nonNull('Colour') }); t.nullable.string('by'); } })) }, resolve: (root, { data }) => ({ id: 9, wheels: 1, grid: [], colour: data.colour, extra: data }) }),
      ],
      more: extendType({ type: 'Car', definition(t) { t.string('plate', { resolve: (car) => `P-${car.id}` }); } }),
      input: extendInputType({ type: 'Range', definition(t) { t.boolean('open', { default: false }); } }),
      typed: nexus.queryType({ definition(t) { t.int('fromQueryType', { resolve: () => 1 }); } }),
      changed: nexus.mutationType({ definition(t) { t.int('fromMutationType', { resolve: () => 2 }); } }),
      unused: objectType({ name: 'Unused', definition(t) { t.int('x'); } }),
    },
    resolversConfig: Object.fromEntries(['Query.vehicles', 'Query.nodes', 'Query.plain', 'Query.car', 'Query.lazy', 'Query.ranges', 'Query.strict', 'Query.counted', 'Query.missingType', 'Query.fromQueryType', 'Mutation.paint', 'Mutation.fromMutationType'].map((name) => [name, { auth: false }])),
  };
};
