#include "webhooks.h"

#include "accounts.h"

static void read_headers(struct settings *settings, const struct config_file *file, struct config_webhooks *webhooks)
{
	struct setting setting;
	if (!setting_find(settings, file, "webhooks.defaultHeaders", NULL, &setting))
		return;
	if (!json_object_is_type(setting.json, json_type_object)) {
		setting_refuse_secret(settings, &setting, "an object of headers");
		return;
	}
	webhooks->default_headers = json_keep(settings->arena, json_object_get(setting.json));
}

void webhooks_read(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/server.json");
	struct config_webhooks *webhooks = &config->webhooks;
	*webhooks = (struct config_webhooks){
	    .populate_relations = true,
	    .timeout = 10000,
	    .retry_after = 1000,
	    .give_up_after = 72,
	    .most_waiting = 100000,
	    .most_kept = 10000,
	};
	read_headers(settings, file, webhooks);
	setting_truth(settings, file, "webhooks.populateRelations", &webhooks->populate_relations);
	setting_flag(settings, file, "webhooks.allowPrivate", "LECTERN_WEBHOOKS_ALLOW_PRIVATE",
	             &webhooks->allow_private);
	setting_integer(settings, file, "webhooks.timeout", "LECTERN_WEBHOOKS_TIMEOUT",
	                "milliseconds between 100 and 120000", 100, 120000, &webhooks->timeout);
	setting_integer(settings, file, "webhooks.retryAfter", "LECTERN_WEBHOOKS_RETRY_AFTER",
	                "milliseconds between 10 and 3600000", 10, 3600000, &webhooks->retry_after);
	setting_integer(settings, file, "webhooks.giveUpAfter", "LECTERN_WEBHOOKS_GIVE_UP_AFTER",
	                "hours between 0 and 8760", 0, 8760, &webhooks->give_up_after);
	setting_integer(settings, file, "webhooks.mostWaiting", "LECTERN_WEBHOOKS_MOST_WAITING",
	                "a number of deliveries between 1 and 10000000", 1, 10000000, &webhooks->most_waiting);
	setting_integer(settings, file, "webhooks.mostKept", "LECTERN_WEBHOOKS_MOST_KEPT",
	                "a number of deliveries between 0 and 10000000", 0, 10000000, &webhooks->most_kept);
}
