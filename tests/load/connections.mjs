// Connections that only cost: idle ones, and slow ones in each phase of a request. All are made anew when they have ended.
import net from 'node:net';

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Keeps `count` connections open up to the time `until`: half of them have asked once, the others never. Resolves with how
 * many were open at most (`most`), and how many the server closed (`closed`). */
export async function keepIdle({ port }, { count, until }) {
	const open = new Set();
	const told = { most: 0, closed: 0 };
	const connect = number => {
		const socket = net.connect(port, '127.0.0.1');
		socket.on('connect', () => {
			open.add(socket);
			told.most = Math.max(told.most, open.size);
			if (number % 2) socket.write('GET /_health HTTP/1.1\r\nHost: x\r\n\r\n');
		});
		socket.on('data', () => {});
		socket.on('error', () => {});
		socket.on('close', () => {
			if (open.delete(socket)) told.closed++;
			if (Date.now() < until) setTimeout(() => connect(number), 100);
		});
	};
	for (let number = 0; number < count; number++) {
		connect(number);
		if (number % 50 === 49) await sleep(20);
	}
	while (Date.now() < until) await sleep(200);
	for (const socket of open) socket.destroy();
	return told;
}

const head = (method, path, more = '') => `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}`;

/** Sends `text` a few bytes at a time until all is sent or the server hangs up. */
function trickle(socket, text, every) {
	let at = 0;
	const timer = setInterval(() => {
		if (at >= text.length) clearInterval(timer);
		else socket.write(text.slice(at, (at += 3)));
	}, every);
	socket.on('close', () => clearInterval(timer));
	socket.resume();
}

/** Reads a little now and then. */
function sip(socket, every) {
	socket.pause();
	const timer = setInterval(() => socket.read(1024) ?? socket.read(), every);
	socket.on('close', () => clearInterval(timer));
}

/** What a slow client does on a connection: names and functions. */
const habits = {
	'a head without end': socket => trickle(socket, head('GET', '/api/restaurants', 'X: '.padEnd(4000, 'x')), 400),
	'a head that ends': socket => trickle(socket, `${head('GET', '/api/categories', 'Connection: close\r\n')}\r\n`, 100),
	'a body without end': socket =>
		trickle(socket, `${head('POST', '/api/auth/local', 'Content-Length: 900000\r\n')}\r\n${'x'.repeat(4000)}`, 50),
	'chunks of one byte': socket =>
		trickle(socket, `${head('POST', '/api/auth/local', 'Transfer-Encoding: chunked\r\n')}\r\n${'1\r\nx\r\n'.repeat(900)}`, 20),
	'an answer taken slowly': socket => {
		socket.write(head('GET', '/api/restaurants?populate=*&pagination[pageSize]=100', '\r\n').repeat(8));
		sip(socket, 200);
	},
	'an answer not taken': socket => {
		socket.write(head('GET', '/api/restaurants?populate=*&pagination[pageSize]=100', '\r\n').repeat(64));
		socket.pause();
		setTimeout(() => socket.destroy(), 15_000);
	},
	'gone in the middle': socket => {
		socket.write(`${head('GET', '/api/restaurants?populate=*', '\r\n')}${head('POST', '/api/auth/local', 'Content-Length: 100\r\n')}\r\n{`);
		setTimeout(() => socket.resetAndDestroy(), 500);
	},
	'half closed at once': socket => {
		socket.end(head('GET', '/api/restaurants?populate=*', '\r\n').repeat(3));
		socket.resume();
	},
};

/** Keeps `count` slow connections up to the time `until`. Resolves with how often each habit came to its end. */
export async function keepSlow({ port }, { count, until }) {
	const names = Object.keys(habits);
	const ended = Object.fromEntries(names.map(name => [name, 0]));
	const open = new Set();
	const connect = number => {
		const name = names[number % names.length];
		const socket = net.connect(port, '127.0.0.1');
		open.add(socket);
		socket.on('connect', () => habits[name](socket));
		socket.on('error', () => {});
		socket.on('close', () => {
			open.delete(socket);
			ended[name]++;
			if (Date.now() < until) setTimeout(() => connect(number + 1), 100);
		});
	};
	for (let number = 0; number < count; number++) connect(number);
	while (Date.now() < until) await sleep(200);
	for (const socket of open) socket.destroy();
	return ended;
}
