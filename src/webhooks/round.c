#include "round.h"

static bool claim(struct round *round, struct round_claim *claim, struct store_session *session, struct error *error)
{
	const int64_t now = datetime_now();
	int64_t count;
	claim->count = 0;
	if (claim->discard)
		return store_discard_deliveries(session, claim->webhook_id,
		                                SLICE("the webhook was removed or disabled"), now, error);
	if (claim->retry_now && !store_make_deliveries_due(session, claim->webhook_id, now, error))
		return false;
	if (claim->most && !store_claim_deliveries(session, claim->webhook_id, now, now + round->lease, claim->most,
	                                           &claim->deliveries, &claim->count, error))
		return false;
	if (round->tidies) {
		if (!store_count_deliveries(session, claim->webhook_id, DELIVERY_WAITING, &count, error))
			return false;
		queue_set_waiting(round->queue, claim->webhook_id, count);
	}
	return store_next_delivery(session, claim->webhook_id, &claim->next, error);
}

bool round_run(struct round *round, struct store_session *session, struct error *error)
{
	for (size_t i = 0; i < round->noted_count; i++)
		if (!store_note_delivery(session, &round->noted[i], error))
			return false;
	for (size_t i = 0; i < round->claim_count; i++)
		if (!claim(round, &round->claims[i], session, error))
			return false;
	return !round->tidies || store_trim_deliveries(session, round->queue->config->webhooks.most_kept, error);
}
