'use strict';

// types of its own, in several texts
const first = ({ strapi }) => ({
  typeDefs: `
    # a comment
    """A thing with a name"""
    interface Named { name: String! "how long it is" length(of: Int = 1): Int }
    "a book"
    type Book implements Named { name: String! length(of: Int = 1): Int pages: Int! "old" isbn: String @deprecated(reason: "no one uses it") tags: [String!]! matrix: [[Int!]]! }
    type Film implements Named { name: String! length(of: Int): Int minutes: Int cast: [Person] }
    type Person { name: String friends: [Person!] best: Person! born: Date seen: DateTime at: Time big: Long any: JSON }
    union Work = Book | Film
    enum Size { SMALL "the usual" MEDIUM LARGE @deprecated }
    scalar Odd
    scalar Bare
    input Inner { a: Int = 7 b: [String!] = ["x", "y"] size: Size = MEDIUM odd: Odd }
    input Outer { inner: Inner! = {a: 3} list: [Inner!]! = [{a: 1}, {}] deep: [[Int]] flag: Boolean = true text: String = "q\\"uote" f: Float = 1e3 none: String = null id: ID = 5 }

    type Query {
      works(kind: String): [Work!]
      named(kind: String): [Named]
      book(name: String = "Dune"): Book
      person: Person
      echo(outer: Outer = {list: [{a: 9}]}, size: Size, sizes: [Size!] = [SMALL, LARGE], odd: Odd, bare: Bare, date: Date, dateTime: DateTime, time: Time, long: Long, json: JSON, id: ID, ids: [ID!], float: Float, int: Int, bool: Boolean = false): JSON
      size(of: String): Size
      sizes: [Size!]!
      odd(of: Int): Odd
      bare: Bare
      wrong(kind: String!): Book
      wrongList(kind: String!): [Int!]
      scalarOf(kind: String!): String
      intOf(kind: String!): Int
      floatOf(kind: String!): Float
      boolOf(kind: String!): Boolean
      idOf(kind: String!): ID
      required: String!
      requiredDeep: [Person!]!
    }
    extend type Query { more: String }
  `,
  resolvers: {
    Named: { __resolveType: (value) => (value.pages === undefined ? 'Film' : 'Book') },
    Work: { __resolveType: async (value, context, info) => (context.state && info.fieldName && value.minutes ? 'Film' : 'Book') },
    Size: { SMALL: 1, MEDIUM: { of: 'object' }, LARGE: 'l' },
    Odd: new (require('graphql').GraphQLScalarType)({
      name: 'Odd',
      description: 'An odd number',
      serialize: (value) => { if (value % 2 !== 1) throw new TypeError(`${value} is not odd`); return value; },
      parseValue: (value) => { if (value % 2 !== 1) throw new TypeError(`not odd: ${value}`); return { odd: value }; },
      parseLiteral: (node) => ({ literal: Number(node.value) }),
    }),
    Book: { length: (book, { of }) => book.pages * of, pages: { resolve: (book) => book.pages + 1 } },
    Film: { cast: async (film) => [{ name: film.name }, null, { name: Promise.resolve('later') }] },
    Person: {
      best: (person, args, context, info) => ({ name: `${info.parentType.name}.${info.fieldName}: ${info.returnType}` }),
    },
    Query: {
      works: (root, { kind }) => {
        const works = [{ name: 'Dune', pages: 400, tags: ['a'], matrix: [[1], null, [2, 3]] }, { name: 'Alien', minutes: 117 }];
        if (kind === 'set') return new Set(works);
        if (kind === 'generator') return (function* () { yield* works; })();
        if (kind === 'null') return null;
        if (kind === 'one') return works[0];
        if (kind === 'text') return 'abc';
        if (kind === 'promises') return works.map((work) => Promise.resolve(work));
        if (kind === 'rejected') return [works[0], Promise.reject(new Error('rejected'))];
        if (kind === 'errors') return [works[0], new Error('an error as a value')];
        if (kind === 'null-item') return [works[0], null];
        return works;
      },
      named: () => [{ name: 'Dune', pages: 400, tags: [], matrix: [] }, { name: 'Alien', minutes: 1, length: () => 5 }, null],
      book: (root, { name }) => ({ name, pages: 1, tags: [1, true, 2.5], matrix: [[1]], isbn: () => 'called' }),
      person: () => ({ name: 'A', born: new Date(0), seen: new Date(1e12), at: '12:13:14', big: 2 ** 40, any: { a: [1, null, { b: undefined, c: new Date(0) }] }, friends: [{ name: 'B', born: '2020-01-02', seen: '2020-01-02T03:04:05Z', at: '1:02', big: '77', any: 'text' }] }),
      echo: (root, args) => JSON.parse(JSON.stringify(args, (key, value) => (value === undefined ? 'UNDEFINED' : value))),
      size: (root, { of }) => ({ one: 1, l: 'l', LARGE: 'LARGE', other: 'other', none: undefined })[of],
      sizes: () => [1, 'l'],
      odd: (root, { of }) => of,
      bare: () => ({ any: [1] }),
      wrong: (root, { kind }) => {
        if (kind === 'text') return 'text';
        if (kind === 'number') return 5;
        if (kind === 'array') return [{ name: 'x' }];
        if (kind === 'noname') return { pages: 1 };
        if (kind === 'error') return new Error('given back');
        if (kind === 'false') return false;
        if (kind === 'zero') return 0;
        if (kind === 'nan') return NaN;
        return undefined;
      },
      wrongList: (root, { kind }) => ({ object: { a: 1 }, text: 'abc', mixed: [1, 'x'], strings: ['1', '2'], nulls: [1, null], floats: [1, 2.5] })[kind],
      ...Object.fromEntries(['scalarOf', 'intOf', 'floatOf', 'boolOf', 'idOf'].map((name) => [name, (root, { kind }) => ({ int: 5, float: 1.5, text: 'text', numeric: '12', empty: '', true: true, false: false, array: [1], object: { a: 1 }, date: new Date(0), big: 10n, huge: 2 ** 40, nan: NaN, infinity: Infinity, null: null, symbol: Symbol('s'), function: () => 'called', valued: { valueOf: () => 7 }, json: { toJSON: () => 'j' }, string: { toString: () => 'str' }, minus: -0, buffer: Buffer.from('ab') })[kind]])),
      required: () => null,
      requiredDeep: () => [{ best: null, name: null, friends: [null] }],
      more: () => 'more',
    },
  },
  resolversConfig: {
    ...Object.fromEntries(["works", "named", "book", "person", "echo", "size", "sizes", "odd", "bare"].map((name) => [`Query.${name}`, { auth: false }])),
    ...Object.fromEntries(['wrong', 'wrongList', 'scalarOf', 'intOf', 'floatOf', 'boolOf', 'idOf', 'required', 'requiredDeep', 'more'].map((name) => [`Query.${name}`, { auth: false }])),
  },
});

module.exports = first;
