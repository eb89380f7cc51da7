// strapi.cron, and the tasks of config/server: node-schedule runs them. Where several processes share a database one of them runs a
// task when its time comes: the one that takes the time's place in the table of settings.
import { course } from '../course.mjs';

const KEY = 'lectern_cron_';

/** Takes the place of that time; false when another process has. */
async function takes(app, name, time) {
	const text = time.toISOString();
	const key = KEY + name;
	return app.strapi.db.transaction(async () => {
		const table = () => app.strapi.db.connection('strapi_core_store_settings');
		const [found] = await table().select('id', 'value').where({ key }).orderBy('id').limit(1);
		if (!found) await table().insert({ key, value: text, type: 'string' });
		else if (found.value >= text) return false;
		else await table().where({ id: found.id }).update({ value: text });
		return true;
	});
}

export function makeCron(app) {
	const specs = [];
	let running = false;
	const underWay = new Set();

	async function fire(name, run, date) {
		try {
			if (date instanceof Date && !(await takes(app, name, date))) return;
			await run({ strapi: app.strapi }, date);
		} catch (error) {
			app.link.log('error', `the cron task ${name}: ${error?.stack ?? error}`);
		}
	}

	const start = (name, run) => date => {
		const work = course.run({ ask: 0, transaction: 0 }, () => fire(name, run, date));
		underWay.add(work);
		work.finally(() => underWay.delete(work));
		return work;
	};

	const schedule = ({ job, options, name }) => {
		if (job.schedule(options) === false) app.link.log('warn', `the cron task ${name} is never run: ${JSON.stringify(options)}`);
	};

	const cron = {
		jobs: specs,
		add(tasks = {}) {
			const { Job } = require('node-schedule');
			for (const [expression, task] of Object.entries(tasks)) {
				const isFunction = typeof task === 'function';
				if (!isFunction && typeof task?.task !== 'function') {
					throw new Error(`Could not schedule a cron job for "${expression}": no function found.`);
				}
				const run = isFunction ? task.bind(tasks) : task.task.bind(task);
				const spec = {
					job: new Job(start(expression, run)),
					options: isFunction ? expression : task.options,
					name: isFunction ? null : expression,
				};
				specs.push(spec);
				if (running) schedule(spec);
			}
			return cron;
		},
		remove(name) {
			if (!name) throw new Error('You must provide a name to remove a cron job.');
			for (let i = specs.length - 1; i >= 0; i--) if (specs[i].name === name) specs.splice(i, 1)[0].job.cancel();
			return cron;
		},
		start() {
			specs.forEach(schedule);
			running = true;
			return cron;
		},
		stop() {
			specs.forEach(({ job }) => job.cancel());
			running = false;
			return cron;
		},
		destroy() {
			cron.stop();
			specs.length = 0;
			return cron;
		},
	};

	/** Nothing more is begun; what is under way is waited for. */
	const end = async () => {
		cron.destroy();
		await Promise.allSettled(underWay);
	};
	return { cron, end };
}
