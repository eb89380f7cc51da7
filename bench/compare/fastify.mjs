// The hand-written endpoints on Fastify with better-sqlite3.
// usage: node fastify.mjs DATABASE PORT
import Database from 'better-sqlite3';
import fastify from 'fastify';
import { answers } from './answers.mjs';

const [file, port] = process.argv.slice(2);
const give = answers(new Database(file, { readonly: true }));
const app = fastify();

app.get('/api/restaurants/:id', ({ params }, reply) => give.one(Number(params.id)) ?? reply.code(404).send({ error: 'Not Found' }));
app.get('/api/restaurants', ({ query }) => {
	const price = query['filters[price][$eq]'];
	return price ? give.priced(price) : give.list(query.populate);
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
