// Small projects, written file by file, and what check, serve and migrate say of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand, sparePort, startServer } from './server.mjs';

/** The model of a collection type with the attribute `name`, and more. */
export const type = (singular, attributes = {}, more = {}) => ({
	kind: 'collectionType',
	collectionName: `${singular}s`,
	info: { singularName: singular, pluralName: `${singular}s`, displayName: singular },
	options: { draftAndPublish: false },
	attributes: { name: { type: 'string' }, ...attributes },
	...more,
});

export const modelFile = singular => `src/api/${singular}/content-types/${singular}/schema.json`;

/** Puts files into `folder`: texts, or objects that become JSON. null: no such file. */
export function putFiles(folder, files) {
	for (const [name, content] of Object.entries(files)) {
		const file = path.join(folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		if (content === null) rmSync(file, { force: true });
		else writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, '\t'));
	}
}

/** A folder with these files and nothing else. */
export function bareFolder(files = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-project-'));
	putFiles(folder, files);
	return folder;
}

/** A project with the type `event` and its secrets, and these files. */
export const smallProject = (files = {}) =>
	bareFolder({ [modelFile('event')]: type('event'), '.env': 'JWT_SECRET=one\nAPI_TOKEN_SALT=two\n', ...files });

/** Runs `with_(folder)` and takes the folder away. */
export async function inProject(files, with_) {
	const folder = smallProject(files);
	try {
		return await with_(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const said = ({ code, stdout, stderr }) => ({ code, text: stdout + stderr, stdout, stderr });

export const check = async (folder, args = [], options = {}) => said(await runCommand(['check', folder, ...args], options));
export const migrate = async (folder, args = [], options = {}) => said(await runCommand(['migrate', folder, ...args], options));

/** What serve says when it is expected not to start. Throws when it does. */
export async function refusedServe(folder, args = [], options = {}) {
	const server = await startServer({ folder, args, ...options }).catch(error => error);
	if (server instanceof Error) return server.message;
	await server.stop();
	throw new Error('it was served');
}

/** Serves the project while `use(server)` runs; resolves with what that returned and the log. */
export async function served(folder, use, options = {}) {
	const server = await startServer({ folder, ...options });
	let result;
	try {
		result = await use(server);
	} finally {
		await server.stop();
	}
	return { result, log: server.stderr };
}

export { runCommand, sparePort };
