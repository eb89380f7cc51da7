// strapi.webhookStore: the table of webhooks, which lectern calls.
import { errors } from '../errors.mjs';

const usual = [
	'entry.create',
	'entry.update',
	'entry.delete',
	'entry.publish',
	'entry.unpublish',
	'media.create',
	'media.update',
	'media.delete',
];

const toRow = ({ name, url, headers, events, isEnabled }) => ({ name, url, headers, events, enabled: isEnabled });
const fromRow = row => {
	if (!row) return null;
	const { id, name, url, headers, events, enabled } = row;
	return { id, name, url, headers, events, isEnabled: enabled };
};

export function makeWebhookStore(query) {
	const rows = () => query('webhook');
	return {
		allowedEvents: new Map(usual.map(event => [event.toUpperCase().replace('.', '_'), event])),
		addAllowedEvent(key, value) {
			this.allowedEvents.set(key, value);
		},
		removeAllowedEvent(key) {
			this.allowedEvents.delete(key);
		},
		listAllowedEvents() {
			return [...this.allowedEvents.keys()];
		},
		getAllowedEvent(key) {
			return this.allowedEvents.get(key);
		},
		check(events) {
			const allowed = [...this.allowedEvents.values()];
			const wrong = events.find(event => !allowed.includes(event));
			if (wrong !== undefined) throw new errors.ValidationError(`Webhook event ${wrong} is not supported`);
		},
		findWebhooks: async () => (await rows().findMany()).map(fromRow),
		findWebhook: async id => fromRow(await rows().findOne({ where: { id } })),
		async createWebhook(data) {
			this.check(data.events);
			return fromRow(await rows().create({ data: toRow({ ...data, isEnabled: true }) }));
		},
		async updateWebhook(id, data) {
			this.check(data.events);
			return fromRow(await rows().update({ where: { id }, data: toRow(data) }));
		},
		deleteWebhook: async id => fromRow(await rows().delete({ where: { id } })),
	};
}
