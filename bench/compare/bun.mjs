// The hand-written endpoints on Bun with bun:sqlite.
// usage: bun bun.mjs DATABASE PORT
/* global Bun */
import { Database } from 'bun:sqlite';
import { answers } from './answers.mjs';

const [file, port] = process.argv.slice(2);
const give = answers(new Database(file, { readonly: true }));

Bun.serve({
	hostname: '127.0.0.1',
	port: Number(port),
	routes: {
		'/api/restaurants/:id': ({ params }) => {
			const answer = give.one(Number(params.id));
			return answer ? Response.json(answer) : Response.json({ error: 'Not Found' }, { status: 404 });
		},
		'/api/restaurants': ({ url }) => {
			const query = new URL(url).searchParams;
			const price = query.get('filters[price][$eq]');
			return Response.json(price ? give.priced(price) : give.list(query.get('populate')));
		},
	},
});
