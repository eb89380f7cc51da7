#include "cast.h"
#include "check.h"
#include "content/service.h"
#include "relations.h"

/* Puts what was cast in the place of what was sent. */
static void take_over(struct json_object *data, struct json_object *cast)
{
	json_object_object_foreach(cast, key, value)
	{
		struct input_value sent = input_value_member(data, key);
		if (!sent.present || sent.value != value)
			json_object_object_add(data, key, json_object_get(value));
	}
}

bool validate_entry(const struct content_call *call, const struct content_type *type, enum write_action action,
                    bool draft, bool by_code, int64_t entry_id, struct json_object *data, struct error *error)
{
	struct validation validation = {.call = call,
	                                .registry = service_registry(call->content),
	                                .action = action,
	                                .draft = draft,
	                                .by_code = by_code,
	                                .error = error};
	struct rules rules = rules_of_entry(type, entry_id);
	struct input_value sent = {true, data};
	struct input_value cast = cast_input(&validation, &rules, sent, 0);
	struct refusals refusals;
	bool valid = check_input(&validation, &rules, cast, sent, &refusals);
	if (valid && refusals.count)
		valid = refusals_report(call->arena, &refusals, error);
	valid = valid && relations_check_forms(&validation, type, cast.value);
	if (valid && cast.value != data)
		take_over(data, cast.value);
	json_object_put(cast.value);
	patterns_free(&validation.patterns);
	return valid;
}

bool content_check(const struct content_call *call, const struct content_type *type, const struct content_check *how,
                   struct json_object *data, struct error *error)
{
	return validate_entry(call, type, how->update ? WRITE_UPDATE : WRITE_CREATE, how->draft, true, how->id, data,
	                      error);
}

bool content_check_one_locale(const struct content_type *type, enum locale_choice locale, struct error *error)
{
	return !type->localized || locale != LOCALE_ALL ||
	       error_validation(error, "Invalid locale \"all\". Expected the code of one language");
}
