/* Lifecycle hooks around create, update and delete. Each review's restaurant keeps a bookmark with what happened last,
 * in the same transaction; reviews of three stars are not taken. */
#include <lectern.h>

static const char uid[] = "api::review.review";

/* Before: the data may be changed and refused. */
static bool check(void *context, lectern_call *call)
{
	lectern_value *data = lectern_event_data(call);
	(void)context;
	if (lectern_as_integer(lectern_get(data, "stars"), 0) == 3)
		return lectern_fail_validation(call, "Make up your mind: three stars say nothing");
	if (lectern_kind_of(lectern_get(data, "title")) == LECTERN_STRING)
		lectern_set(data, "title",
		            lectern_new_format(call, "%s!", lectern_as_text(lectern_get(data, "title")).data));
	return true;
}

static bool keep_from_deletion(void *context, lectern_call *call)
{
	lectern_value *entry;
	(void)context;
	if (!lectern_find_one(call, uid, lectern_event_id(call), NULL, 0, &entry))
		return false;
	if (lectern_is_text(lectern_get(entry, "title"), "keep!"))
		return lectern_fail_forbidden(call);
	return true;
}

/* After: what else has to happen, with the change or not at all. */
static bool note(void *context, lectern_call *call)
{
	static const char *const what[] = {"", "created", "", "updated", "", "deleted"};
	lectern_value *entry, *bookmark = lectern_new_object(call);
	(void)context;
	if (!lectern_event_entry(call, &entry))
		return false;
	lectern_set(bookmark, "label",
	            lectern_new_format(call, "%s %s %lld", what[lectern_event_moment(call)],
	                               lectern_as_text(lectern_get(entry, "title")).data,
	                               (long long)lectern_event_id(call)));
	return lectern_create(call, "api::bookmark.bookmark", bookmark, NULL, 0, NULL);
}

bool lectern_register(lectern_app *app)
{
	return lectern_on(app, uid, LECTERN_BEFORE_CREATE, check, NULL) &&
	       lectern_on(app, uid, LECTERN_BEFORE_UPDATE, check, NULL) &&
	       lectern_on(app, uid, LECTERN_BEFORE_DELETE, keep_from_deletion, NULL) &&
	       lectern_on(app, uid, LECTERN_AFTER_CREATE, note, NULL) &&
	       lectern_on(app, uid, LECTERN_AFTER_UPDATE, note, NULL) &&
	       lectern_on(app, uid, LECTERN_AFTER_DELETE, note, NULL);
}
