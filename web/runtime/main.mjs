// What runs in the Node process beside lectern. It is started in the project's folder, with a socket to lectern as file
// descriptor 3, and does what it is asked for over it.
import path from 'node:path';
import { format } from 'node:util';
import dotenv from 'dotenv';
import { describe, readConfig } from './config.mjs';
import { App } from './app.mjs';
import { answerConditions } from './internal/admin-conditions.mjs';
import { Link } from './link.mjs';
import { replaceStrapi } from './load/require.mjs';
import { migrate } from './migrations.mjs';
import { Project } from './project.mjs';
import { Requests } from './request/requests.mjs';
import { commitBeforeRequests } from './strapi/outgoing.mjs';

let project;
let app;

/** The files that Strapi's own start reads first. */
function prepare({ environment }) {
	dotenv.config({ path: process.env.ENV_PATH });
	process.env.NODE_ENV = environment;
	commitBeforeRequests();
	project = new Project(process.cwd());
	replaceStrapi(() => app);
}

async function load(ask) {
	if (!project) prepare(ask);
	const { errors, config } = await readConfig(project, ask.environment, doing => link.tell(doing));
	if (errors.length) throw new Error(`${errors[0].file}: ${errors[0].message}`);
	app = new App(project, config, link, ask);
	new Requests(app);
	await app.load();
}

const link = new Link({
	async config(ask) {
		if (!project) prepare(ask);
		const { files, errors } = await readConfig(project, ask.environment, doing => link.tell(doing));
		return { files, errors };
	},

	/** What the project's code makes of its models and routes. */
	async load(ask) {
		try {
			await load(ask);
			return app.describe();
		} catch (error) {
			throw withPlace(error);
		}
	},

	/** Runs the first of the project's migrations that the database has not seen. */
	async migrate(ask, body, { id }) {
		try {
			if (!app) await load(ask);
			return await migrate(app, id);
		} catch (error) {
			throw withPlace(error);
		}
	},

	/** The tables are there. What is loaded already is not loaded again. */
	async start(ask) {
		try {
			if (!app) await load(ask);
			await app.bootstrap();
			return null;
		} catch (error) {
			link.log('error', `the bootstrap fails: ${describeWhole(error)}`);
			throw withPlace(error);
		}
	},

	async stop() {
		await app?.stop();
		return null;
	},

	adminConditions: (ask, body, { id }) => answerConditions(app, ask, id),
	provider: ask => app.provider.run(ask),
	event: (ask, body, { id }) => app.eventHub.take(ask, body, id),
	lifecycle: (ask, body, { id }) => app.lifecycles.run(ask, body, id),
	request: (ask, body, about) => withHooksTold(app.requests.run(ask, body, about)),
	socket: (ask, body) => app.sockets.take(ask, body),
	graphql: (ask, body, about) => withHooksTold(app.graphql.run(ask, body, about)),
	graphqlDescribed() {
		try {
			return app.graphql.describeLate();
		} catch (error) {
			throw withPlace(error);
		}
	},
	graphqlEnd: ask => app.graphql.end(ask),
});

/** lectern knows the hooks that code has subscribed to before it has the answer: the client's next change runs them. */
async function withHooksTold(answer) {
	try {
		return await answer;
	} finally {
		await app.lifecycles.told;
	}
}

function redirectConsole() {
	const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' };
	for (const [name, level] of Object.entries(levels)) console[name] = (...args) => link.log(level, format(...args));
	console.dir = value => link.log('info', format(value));
}

link.open();
redirectConsole();
process.on('unhandledRejection', error => link.log('error', `a promise was rejected, and nobody took notice: ${describeWhole(error)}`));
process.on('uncaughtException', error => {
	link.log('error', `an exception that nobody caught ends the process: ${describeWhole(error)}`);
	link.socket.end(() => process.exit(1));
	setTimeout(() => process.exit(1), 1000);
});

/** An error whose message ends with the project's own file and line, where the stack has one. */
function withPlace(error) {
	const folder = process.cwd() + path.sep;
	for (const line of String(error?.stack).split('\n')) {
		const [, file, number] = /^ +at .*?(\/[^()]*):(\d+):\d+\)?$/.exec(line) ?? [];
		if (!file?.startsWith(folder) || file.includes('/node_modules/')) continue;
		error.message = `${String(error.message).split('\n')[0]} (${file.slice(folder.length)}:${number})`;
		break;
	}
	return error;
}

function describeWhole(error) {
	return error?.stack ? error.stack.replaceAll(process.cwd() + path.sep, '') : describe(error);
}
