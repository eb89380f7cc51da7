// strapi.webhookRunner: calls a webhook at once. Those that are stored lectern calls by itself.
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';

const LONGEST = 10000;

/** lectern sees by itself what the table of webhooks has: for what is not there it would be called never. */
function checkStored(what, webhook) {
	if (webhook?.id === undefined || webhook.id === null) throw new Missing(`strapi.webhookRunner.${what} of a webhook that is not stored`);
}

export function makeWebhookRunner(app) {
	const config = { defaultHeaders: app.config.get('server.webhooks.defaultHeaders', {}) };
	return strict('strapi.webhookRunner', {
		config,
		get eventHub() {
			return app.strapi.eventHub;
		},
		add: webhook => checkStored('add', webhook),
		update: webhook => checkStored('update', webhook),
		remove: webhook => checkStored('remove', webhook),
		async run({ url, headers }, event, info = {}) {
			try {
				const answer = await app.strapi.fetch(url, {
					method: 'post',
					body: JSON.stringify({ event, createdAt: new Date(), ...info }),
					headers: { ...config.defaultHeaders, ...headers, 'X-Strapi-Event': event, 'Content-Type': 'application/json' },
					signal: AbortSignal.timeout(LONGEST),
				});
				return answer.ok ? { statusCode: answer.status } : { statusCode: answer.status, message: await answer.text() };
			} catch (error) {
				return { statusCode: 500, message: error.message };
			}
		},
	});
}
