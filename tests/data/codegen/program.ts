// Uses the generated types as an application does. Compiled and run by tests/graphql_clients_test.mjs.
import { GraphQLClient } from 'graphql-request';
import { CreateCategoryDocument, DeleteCategoryDocument, RestaurantsDocument, Enum_Restaurant_Price } from './types.js';

declare const process: { argv: string[] };
const [, , endpoint = '', token = ''] = process.argv;
const client = new GraphQLClient(endpoint, { headers: { Authorization: `Bearer ${token}` } });

const { restaurants } = await client.request(RestaurantsDocument, { filters: { price: { eq: 'cheap' } }, limit: 2 });
const entries = restaurants?.data ?? [];
const names: string[] = entries.map((entry) => entry.attributes?.name ?? '');
for (const entry of entries) {
  const price: Enum_Restaurant_Price | null | undefined = entry.attributes?.price;
  const rating: number | null | undefined = entry.attributes?.rating;
  const created: string | null | undefined = entry.attributes?.createdAt;
  if (price !== Enum_Restaurant_Price.Cheap || typeof rating === 'string' || !created) throw new Error('not what the types say');
  for (const block of entry.attributes?.blocks ?? []) {
    if (block?.__typename === 'ComponentBlocksRichText') block.body?.toUpperCase();
    // @ts-expect-error: only a quote has an author
    if (block?.__typename === 'ComponentBlocksRichText') block.author;
  }
  // @ts-expect-error: there is no such field
  entry.attributes?.nope;
}
// @ts-expect-error: a name is required
const incomplete = () => client.request(CreateCategoryDocument, { data: { name: 1 } });
void incomplete;

const { createCategory } = await client.request(CreateCategoryDocument, { data: { name: 'Made by a typed program' } });
const category = createCategory?.data;
if (!category?.id) throw new Error('no category was made');
await client.request(DeleteCategoryDocument, { id: category.id });
const total: number = restaurants?.meta.pagination.total ?? 0;
console.log(JSON.stringify({ total, names, created: category.attributes?.name.toUpperCase() }));
