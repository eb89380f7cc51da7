// What a client of PostgreSQL sends: a relay that notes the kinds of its messages.
import net from 'node:net';

const startupLength = 4; // a start-up packet has its length first, and no kind
const plainRequests = new Set([80877103, 80877104]); // SSLRequest, GSSENCRequest: another start-up packet follows

/** Splits a stream of bytes into messages, and calls `note` with the kind and the bytes of each. */
function splitter(note) {
	let rest = Buffer.alloc(0);
	let started = false;
	return bytes => {
		rest = Buffer.concat([rest, bytes]);
		for (;;) {
			const header = started ? 1 : 0;
			if (rest.length < header + startupLength) return;
			const end = header + rest.readUInt32BE(header);
			if (rest.length < end) return;
			if (started) note(String.fromCharCode(rest[0]), rest.subarray(0, end));
			else started = !plainRequests.has(rest.readUInt32BE(startupLength));
			rest = rest.subarray(end);
		}
	};
}

/** Relays to `target` on this machine. `connections` has for each connection the kinds of the messages that the client
 * sent, one letter each: P(arse), B(ind), E(xecute), H (flush), S(ync), …; `binary`: of the statements that were bound, whether their
 * values are to come in the binary format. */
export async function startWiretap(target) {
	const connections = [];
	const binary = [];
	const sockets = new Set();
	const server = net.createServer(client => {
		const kinds = [];
		connections.push(kinds);
		const upstream = net.connect(target, '127.0.0.1');
		for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
		client.on(
			'data',
			splitter((kind, message) => {
				kinds.push(kind);
				if (kind === 'B') binary.push(message.readInt16BE(message.length - 2) === 1); // the last of its formats
			}),
		);
		client.pipe(upstream).pipe(client);
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		port: server.address().port,
		connections,
		binary,
		stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}
