// Drives the admin panel in headless Chromium: named steps, finding things by role and name, optional recording.
// Needs puppeteer-core (found from the working folder, from this file or in NODE_PATH) and Chromium (CHROME names another one).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { mkdirSync, existsSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { record } from './record.mjs';

export const sleep = ms => new Promise(done => setTimeout(done, ms));
const WAIT = Number(process.env.PANEL_WAIT || 20000); // how long an element or an answer may take, in ms

export function assert(what, message) {
	if (!what) throw new Error(message);
}
export function same(got, wanted, what) {
	const a = JSON.stringify(got),
		b = JSON.stringify(wanted);
	if (a !== b) throw new Error(`${what}: got ${a}, expected ${b}`);
}
const short = (value, length = 300) => {
	const text = String(value);
	return text.length > length ? text.slice(0, length) + '…' : text;
};

async function puppeteer() {
	for (const from of [process.cwd() + '/', import.meta.url]) {
		try {
			const at = createRequire(from).resolve('puppeteer-core');
			const m = await import(pathToFileURL(at));
			return m.default?.launch ? m.default : (m.default?.default ?? m);
		} catch {}
	}
	throw new Error('puppeteer-core is not installed: npm install puppeteer-core in the working folder, or set NODE_PATH');
}

function options(argv) {
	const out = { shots: 'panel-failures' };
	for (let i = 0; i < argv.length; i++) {
		if (argv[i].startsWith('--')) out[argv[i].slice(2)] = argv[++i];
		else if (!out.base) out.base = argv[i].replace(/\/+$/, '');
	}
	if (!out.base) {
		console.error('usage: node SCENARIO BASEURL [--shots FOLDER] [--record FILE.jsonl.gz] [--only REGEX]');
		process.exit(2);
	}
	return out;
}

// What a person can do with one browser window.
export class Window {
	constructor(page, origin) {
		this.page = page;
		this.origin = origin;
		page.setDefaultTimeout(WAIT);
		this.asked = new Set(); // requests of the page that are not answered
		this.heard = 0; // when the last of them began or ended
		page.on('request', request => this.hear(request, true));
		for (const end of ['requestfinished', 'requestfailed']) page.on(end, request => this.hear(request, false));
	}
	hear(request, begins) {
		if (begins) this.asked.add(request);
		else this.asked.delete(request);
		this.heard = Date.now();
	}

	// Opens a page and waits until it asks for nothing more: before that the panel draws its forms again and again.
	async go(where) {
		this.asked.clear();
		await this.page.goto(this.origin + where, { waitUntil: 'domcontentloaded' });
		for (const end = Date.now() + 5000; (this.asked.size || Date.now() < this.heard + 300) && Date.now() < end; ) await sleep(50);
	}
	get path() {
		return new URL(this.page.url()).pathname;
	}

	// Calls `look` until it answers something true, or fails with `what`.
	async until(look, what, wait = WAIT) {
		const end = Date.now() + wait;
		let last;
		for (;;) {
			try {
				const r = await look();
				if (r) return r;
				last = undefined;
			} catch (e) {
				last = e;
			}
			if (Date.now() > end) throw new Error(`${typeof what === 'function' ? what() : what}${last ? ` (${short(last.message, 160)})` : ''}`);
			await sleep(80);
		}
	}
	static selector(role, name) {
		return `::-p-aria(${name === undefined ? '' : `[name="${name.replace(/(["\\])/g, '\\$1')}"]`}[role="${role}"])`;
	}
	// `within` is an element, or a function that finds it anew each time: the panel replaces its dialogs while they load.
	async scope(within) {
		return typeof within === 'function' ? await within() : (within ?? this.page);
	}
	// The visible elements of a role and accessible name; name may be a RegExp, matched against label or text.
	async all(role, name, { within } = {}) {
		const scope = await this.scope(within),
			out = [];
		if (!scope) return out;
		const handles = await scope.$$(name instanceof RegExp ? Window.selector(role) : Window.selector(role, name));
		for (const h of handles) {
			const seen = await h.evaluate(
				(e, source, flags) => {
					const box = e.getBoundingClientRect();
					if (!box.width && !box.height && !e.getClientRects().length) return false;
					if (getComputedStyle(e).visibility === 'hidden') return false;
					if (source === null) return true;
					const r = new RegExp(source, flags);
					const named = (e.getAttribute('aria-labelledby') || '')
						.split(/\s+/)
						.map(id => (id && document.getElementById(id)?.innerText) || '')
						.join(' ')
						.trim();
					return (
						r.test(e.getAttribute('aria-label') || '') ||
						r.test(named) ||
						r.test(e.innerText || '') ||
						[...(e.labels || [])].some(l => r.test(l.innerText))
					);
				},
				name instanceof RegExp ? name.source : null,
				name instanceof RegExp ? name.flags : '',
			);
			if (seen) out.push(h);
		}
		return out;
	}
	// The dialog on top, once there is one, as a function to give as `within`.
	async dialog() {
		const top = async () => (await this.page.$$('[role=dialog], [role=alertdialog]')).at(-1);
		await this.until(top, 'no dialog');
		return top;
	}
	find(role, name, { nth = 0, wait, within } = {}) {
		return this.until(async () => (await this.all(role, name, { within })).at(nth), `no ${role} "${name ?? ''}"`, wait);
	}
	has(role, name, opt) {
		return this.all(role, name, opt).then(l => l.length > 0);
	}
	gone(role, name, opt = {}) {
		return this.until(async () => !(await this.has(role, name, opt)), `${role} "${name}" is still there`, opt.wait);
	}
	css(selector, { nth = 0, wait, within } = {}) {
		return this.until(
			async () => {
				const l = await (await this.scope(within))?.$$(selector);
				return l?.at(nth);
			},
			`nothing matches ${selector}`,
			wait,
		);
	}
	async text(within) {
		// what can be read, each run of white space as one space
		const scope = within && (await this.scope(within));
		if (within && !scope) return '';
		const text = scope ? await scope.evaluate(e => e.innerText) : await this.page.evaluate(() => document.body.innerText);
		return text.replace(/\s+/g, ' ');
	}
	see(what, { wait, within } = {}) {
		let last = '';
		return this.until(
			async () => {
				last = await this.text(within);
				return what instanceof RegExp ? what.test(last) : last.includes(what);
			},
			() => `"${what}" is not shown`,
			wait,
		);
	}
	unseen(what, { wait, within } = {}) {
		return this.until(
			async () => {
				const t = await this.text(within);
				return !(what instanceof RegExp ? what.test(t) : t.includes(what));
			},
			() => `"${what}" is still shown`,
			wait,
		);
	}

	// A real mouse click, once the element stands still, is enabled and nothing covers it. `what` is a promise of an element, an
	// element, or a function that finds it: that is asked again when the panel has replaced the element.
	async press(what, opt = {}) {
		const look = typeof what === 'function' ? what : () => what;
		let before = '',
			el = await look();
		const at = await this.until(
			async () => {
				const s = await el.evaluate(e => {
					if (!e.isConnected) return { dead: true };
					e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
					const b = e.getBoundingClientRect(),
						x = b.x + b.width / 2,
						y = b.y + b.height / 2,
						top = document.elementFromPoint(x, y);
					return {
						x,
						y,
						at: [b.x, b.y, b.width, b.height].join(),
						off: e.disabled || e.getAttribute('aria-disabled') === 'true',
						free:
							!!top &&
							(e.contains(top) || top === e.parentElement || top === e.parentElement?.parentElement || !!top.closest('label')?.contains(e)),
					};
				});
				if (s.dead) {
					el = await look();
					throw new Error('it left the page');
				}
				if (!s.free) await el.evaluate(e => e.scrollIntoView({ block: 'center' }));
				const still = s.at === before;
				before = s.at;
				return still && !s.off && s.free && s;
			},
			'it cannot be clicked',
			opt.wait,
		);
		await this.page.mouse.click(at.x, at.y, { count: opt.count ?? 1 });
		return el;
	}
	async click(role, name, opt = {}) {
		try {
			await this.press(() => this.find(role, name, opt), opt);
		} catch (e) {
			throw new Error(`${role} "${name}": ${e.message}`);
		}
	}
	button(name, opt) {
		return this.click('button', name, opt);
	}
	link(name, opt) {
		return this.click('link', name, opt);
	}

	// Replaces what a field holds. `field` is the value of its name attribute, or what press takes.
	async fill(field, value, opt = {}) {
		const el = await this.press(
			typeof field === 'string' ? () => this.css(`input[name="${field}"], textarea[name="${field}"]`, opt) : field,
		);
		await this.page.keyboard.down('Control');
		await this.page.keyboard.press('KeyA');
		await this.page.keyboard.up('Control');
		await this.page.keyboard.press('Backspace');
		if (value !== '') await this.page.keyboard.type(String(value));
		return el;
	}
	value(name) {
		return this.css(`input[name="${name}"], textarea[name="${name}"]`).then(e => e.evaluate(x => x.value));
	}
	async type(text) {
		await this.page.keyboard.type(text);
	}
	async key(name) {
		await this.page.keyboard.press(name);
	}
	// Opens a select by its label and picks an option.
	async choose(label, option, opt = {}) {
		await this.click('combobox', label, opt);
		await this.click('option', option);
		await this.until(async () => !(await this.page.$('[role=listbox]')), 'the list of options stays open', 3000).catch(() =>
			this.key('Escape'),
		);
	}
	// Ticks options of a select that takes several; it stays open until something beside it is pressed.
	async tick(select, ...options) {
		await this.press(select);
		for (const option of options) await this.click('option', option);
		for (let i = 0; i < 5 && (await this.page.$('[role=listbox]')); i++) {
			if (i) await this.page.mouse.click(5, 5);
			else await this.key('Escape');
			await sleep(200);
		}
	}
	// The button or link that says `name` in the table row that says `row`: some tables hide these from assistive technology.
	inRow(row, name) {
		return this.until(
			async () =>
				(
					await this.page.evaluateHandle(
						(row, name) => {
							const tr = [...document.querySelectorAll('main tbody tr')].find(e => e.innerText.includes(row));
							return [...(tr?.querySelectorAll('button, a') ?? [])].find(e =>
								(e.getAttribute('aria-label') || e.textContent).includes(name),
							);
						},
						row,
						name,
					)
				).asElement(),
			`no ${name} in the row ${row}`,
		);
	}
	// Runs `act` and answers the first response to method + path that begins after it: {status, body, sent, url}.
	async answer(method, pattern, act, { ok = true, wait = WAIT } = {}) {
		const fits = r => r.method() === method && pattern.test(new URL(r.url()).pathname + new URL(r.url()).search);
		let request;
		const see = r => {
			if (!request && fits(r)) request = r;
		};
		this.page.on('request', see);
		try {
			await act();
			const response = await this.until(
				() => request && (request.response() || request.failure()),
				() => (request ? `${method} ${request.url()} is not answered` : `the panel did not call ${method} ${pattern.source}`),
				wait,
			);
			assert(response.status, `${method} ${request.url()} failed: ${response.errorText}`);
			const status = response.status();
			let body;
			const raw = await Promise.race([response.text().catch(() => ''), sleep(5000).then(() => '')]);
			try {
				body = JSON.parse(raw);
			} catch {
				body = raw;
			}
			const out = { status, body, sent: request.postData(), url: request.url() };
			if (ok && (status < 200 || status > 299))
				throw new Error(`${method} ${new URL(request.url()).pathname} answered ${status} ${short(raw)}`);
			return out;
		} finally {
			this.page.off('request', see);
		}
	}
	// Calls the admin API from inside the page, as its user.
	async api(method, where, body) {
		return this.page.evaluate(
			async (method, where, body) => {
				const stored = sessionStorage.getItem('jwtToken') || localStorage.getItem('jwtToken');
				const headers = { 'x-scenario': '1', ...(stored ? { authorization: `Bearer ${JSON.parse(stored)}` } : {}) };
				if (body !== undefined) headers['content-type'] = 'application/json';
				const r = await fetch(where, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
				const raw = await r.text();
				let json;
				try {
					json = JSON.parse(raw);
				} catch {
					json = raw;
				}
				return { status: r.status, body: json };
			},
			method,
			where,
			body,
		);
	}
	async login(email, password) {
		await this.go('/admin/auth/login');
		await this.css('input[name=email]');
		await this.fill('email', email);
		await this.fill('password', password);
		const a = await this.answer('POST', /\/admin\/login$/, () => this.button('Login'));
		await this.find('link', 'Content Manager');
		return a;
	}
}

// Starts the browser. scenario.step(name, act, {needs}) runs one check; end() prints the count and leaves.
export async function scenario(argv = process.argv.slice(2)) {
	const opt = options(argv),
		real = opt.base;
	const recorder = opt.record ? await record(real, opt.record) : null;
	const origin = recorder ? recorder.origin : real;
	const chrome = process.env.CHROME || ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
	assert(chrome, 'no Chromium: set CHROME');
	const profile = mkdtempSync(path.join(tmpdir(), 'panel-'));
	const browser = await (
		await puppeteer()
	).launch({
		executablePath: chrome,
		headless: true,
		userDataDir: profile,
		protocolTimeout: 60000,
		defaultViewport: { width: 1440, height: 1000 },
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-dev-shm-usage',
			'--no-first-run',
			'--disable-background-networking',
			'--lang=en-US',
			`--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(origin).hostname}`,
		],
	}); // nothing but the server is reached
	const began = Date.now(),
		passed = new Set(),
		failed = [];
	const all = [];
	const open = async () => {
		// a window with cookies and storage of its own
		const context = await browser.createBrowserContext(),
			page = await context.newPage();
		const w = new Window(page, origin);
		all.push(w);
		w.errors = [];
		page.on('pageerror', e => w.errors.push(short(e.message, 200)));
		page.on('dialog', d => d.accept().catch(() => {}));
		w.close = async () => {
			all.splice(all.indexOf(w), 1);
			await context.close();
		};
		return w;
	};
	const step = async (name, act, { needs = [], window, limit = 180000 } = {}) => {
		if (opt.only && !new RegExp(opt.only).test(name) && !needs.includes('*')) return;
		const missing = opt.only ? undefined : needs.find(n => n !== '*' && !passed.has(n)),
			start = Date.now();
		let timer;
		try {
			if (missing) throw new Error(`needs "${missing}"`);
			await Promise.race([
				act(),
				new Promise((_, no) => {
					timer = setTimeout(() => no(new Error(`took more than ${limit / 1000} s`)), limit);
				}),
			]);
			passed.add(name);
			console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
		} catch (e) {
			failed.push(name);
			console.log(`FAIL ${name}: ${short(e.message, 600)}`);
			if (process.env.PANEL_STACK) console.log(e.stack);
			if (!missing) {
				mkdirSync(opt.shots, { recursive: true });
				const w = window?.() ?? all.at(-1);
				const file = path.join(
					opt.shots,
					`${String(passed.size + failed.length).padStart(3, '0')}-${name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}.png`,
				);
				await w?.page
					.screenshot({ path: file })
					.then(() => console.log(`     ${file} at ${w.path}`))
					.catch(() => {});
				if (w?.errors.length) console.log(`     page errors: ${w.errors.splice(0).slice(-3).join(' | ')}`);
			}
		} finally {
			clearTimeout(timer);
		}
	};
	const end = async () => {
		await browser.close().catch(() => {});
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
		if (recorder) await recorder.end();
		console.log(`${passed.size} passed, ${failed.length} failed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
		process.exit(failed.length ? 1 : 0);
	};
	return { base: real, origin, open, step, end, options: opt, passed, failed };
}
