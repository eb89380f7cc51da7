// What the scenarios beside scenario-basic.mjs have in common: a window whose refused requests and page errors fail the
// step they happen in, and the moves that editors make again and again.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert, same, scenario } from './driver.mjs';

export { assert, same };
export const pictures = path.join(path.dirname(fileURLToPath(import.meta.url)), '../data/media');
export const EMAIL = 'ada@example.com',
	PASSWORD = 'Adm1nPassw0rd';
export const uid = name => (name.includes('::') ? name : `api::${name}.${name}`);
export const page = (name, rest = '') => `/admin/content-manager/collection-types/${uid(name)}${rest}`;
export const route = (name, rest = '') => `/content-manager/collection-types/${uid(name)}${rest}`;
const quoted = text => text.replace(/[.$]/g, '\\$&');
export const fits = (name, rest = '(\\?|$)') => new RegExp('^' + quoted(route(name)) + rest);
export const one = (name, rest = '') => new RegExp('^' + quoted(`/content-manager/single-types/${uid(name)}`) + `/?${rest}(\\?|$)`);

// Pictures of the data set have no files; pages and telemetry are none of ours.
const ignored = [/^\/uploads\//, /^\/favicon\.ico$/];

/** Notes what the window's server refuses, and the errors of its pages. `w.allow(status, /path/)` names what is meant to be. */
export function watch(w) {
	const found = [],
		allowed = [];
	w.page.on('response', answer => {
		const { pathname, search, origin } = new URL(answer.url());
		if (origin !== w.origin || answer.status() < 400 || ignored.some(path => path.test(pathname))) return;
		if (answer.request().headers()['x-scenario']) return;
		found.push({ status: answer.status(), method: answer.request().method(), path: pathname + search });
	});
	w.page.on('pageerror', error => found.push({ status: 0, method: 'the page', path: error.message.slice(0, 200) }));
	w.page.on('console', message => {
		// An error that is logged has its words in the object alone.
		const errors = message.args().map(arg => (arg.remoteObject().subtype === 'error' ? arg.remoteObject().description : ''));
		const text = `${message.text()} ${errors.join(' ')}`.trim();
		if (message.type() !== 'error' || /Failed to load resource|ERR_NAME_NOT_RESOLVED|Warning: /.test(text)) return;
		// Hosts that the browser may not reach, requests that a page takes back, patterns that newer browsers take for none.
		if (/ERR_|Network Error|AxiosError|CanceledError|^Pattern attribute value/.test(text)) return;
		found.push({ status: 0, method: 'the console', path: text.slice(0, 200) });
	});
	w.allow = (status, path) => allowed.push({ status, path });
	w.refused = () =>
		found
			.splice(0)
			.filter(seen => !allowed.some(one => one.status === seen.status && one.path.test(seen.path)))
			.map(seen => `${seen.method} ${seen.path}${seen.status ? ` answered ${seen.status}` : ''}`);
	return w;
}

/** Starts a scenario: its steps fail when a window saw what it should not. The first window is signed in by the first step. */
export async function editors() {
	const run = await scenario();
	const windows = [];
	const open = async () => {
		const w = watch(await run.open());
		windows.push(w);
		return w;
	};
	const step = (name, act, options) =>
		run.step(
			name,
			async () => {
				windows.forEach(w => w.refused());
				await act();
				const refused = windows.flatMap(w => w.refused());
				assert(refused.length === 0, `refused on the way: ${refused.slice(0, 5).join('; ')}`);
			},
			options,
		);
	const p = await open();
	const visitor = async (where, init) => {
		const answer = await fetch(run.base + where, init);
		return { status: answer.status, body: await answer.json().catch(() => null) };
	};
	const table = () => p.page.$$eval('main tbody tr', rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim())));
	const list = async (name, act = () => p.go(page(name))) => (await p.answer('GET', fits(name, '\\?'), act)).body;
	const agree = async (button = 'Confirm') => p.button(button, { within: await p.dialog() });
	const signIn = () =>
		step('log in', async () => {
			await p.login(EMAIL, PASSWORD);
			if (await p.has('button', /Skip the tour/)) await p.button(/Skip the tour/);
		});
	return { ...run, run, step, open, p, visitor, table, list, agree, signIn, inside: { needs: ['log in'] } };
}
