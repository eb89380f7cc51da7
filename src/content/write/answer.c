#include "answer.h"

#include "content/hooks.h"
#include "content/locale/locale.h"
#include "content/read/read.h"

/* What the database of another process was waited for may be too much, or the machine busy: that is not told apart. */
static bool refuse_long(const struct budget *budget, struct error *error)
{
	if (budget && budget->ended == BUDGET_TOO_SLOW)
		return error_validation(error,
		                        "The answer of the change takes too long to read: more than %d milliseconds. "
		                        "Expected fewer populates, sorts and filters in them",
		                        CONTENT_ANSWER_TIME);
	if (budget && budget->ended == BUDGET_WAITED)
		return error_set(error, 503, "ServiceUnavailableError",
		                 "The change is not made: the database takes more than %d milliseconds to read its "
		                 "answer. Try again later, or with fewer populates, sorts and filters in them",
		                 CONTENT_ANSWER_TIME);
	return false;
}

/* Reads the whole answer here and now. */
static bool read_whole(const struct content_call *call, const struct query *answer, int64_t entry_id,
                       struct content_result **result, struct error *error)
{
	if (!answer->populate_count)
		return content_find_one(call, answer, entry_id, false, result, error);
	store_begin_part(call->session, CONTENT_ANSWER_TIME);
	bool done = content_find_one(call, answer, entry_id, false, result, error);
	store_end_part(call->session);
	return done || refuse_long(call->budget, error);
}

/* What can't be read by its shape is refused while the change can still be taken back. */
static bool read_first_part(const struct content_call *call, const struct query *answer, int64_t entry_id,
                            struct content_result **result, struct error *error)
{
	return store_check_query(call->session, answer, error) &&
	       read_own_fields(call, answer, entry_id, result, error);
}

bool answer_read(const struct content_call *call, const struct query *answer, bool later, int64_t entry_id,
                 struct content_result **result, struct error *error)
{
	bool done = later && answer->populate_count ? read_first_part(call, answer, entry_id, result, error)
	                                            : read_whole(call, answer, entry_id, result, error);
	if (!done)
		return false;
	if (content_result_count(*result))
		return true;
	content_free(*result);
	return error_not_found(error);
}

static enum content_notice notice_of(enum content_moment moment)
{
	return moment == CONTENT_AFTER_CREATE ? NOTICE_ENTRY_CREATE : NOTICE_ENTRY_UPDATE;
}

/* Whether the answer may be completed when the change is on disk. */
static bool may_wait(const struct content_call *call, const struct content_change *change, enum content_moment moment)
{
	bool shown = moment == CONTENT_AFTER_UPDATE && !change->alone && locale_is_shown(change->answer);
	return change->answer_later && !shown && !hooks_look_at(call, moment, change->type) &&
	       !content_notifies(call, notice_of(moment));
}

/* What others are told of an entry that is stored. */
static bool tell(const struct content_call *call, enum content_notice notice, int64_t entry_id,
                 const struct content_result *result, struct error *error)
{
	return call->notice_query ? content_notify_of(call, notice, call->notice_query, entry_id, error)
	                          : content_notify(call, notice, result, error);
}

bool answer_run_hooks(const struct content_call *call, enum content_moment moment, const struct content_change *change,
                      int64_t entry_id, struct content_result *result, struct error *error)
{
	if (hooks_run(call, moment, change->type, entry_id, change->data, result, error) &&
	    tell(call, notice_of(moment), entry_id, result, error))
		return true;
	content_free(result);
	return false;
}

bool answer_update_versions(struct write *write, const struct query *answer, int64_t entry_id,
                            struct content_result *result)
{
	if (locale_update_shared(write, answer, entry_id))
		return true;
	content_free(result);
	return false;
}

bool answer_notify_versions(struct write *write, const struct query *answer, int64_t entry_id,
                            struct content_result *result)
{
	if (locale_notify_shared(write, answer, entry_id))
		return true;
	content_free(result);
	return false;
}

/* What a new version shares with the others, they get from it. */
static bool made_as_version(const struct content_change *change, enum content_moment moment)
{
	return moment == CONTENT_AFTER_CREATE && change->by_code && change->type->localized &&
	       json_member(change->data, "localizations");
}

/* Strapi has the versions name each other only when the answer shows them. */
static bool link_versions(struct write *write, const struct content_change *change, int64_t entry_id,
                          struct content_result *result)
{
	if (!locale_is_shown(change->answer) || locale_link_versions(write, change->type, entry_id))
		return true;
	content_free(result);
	return false;
}

/* Whether nothing is written behind the lifecycle of the change. */
static bool find_last(struct write *write, const struct content_change *change, enum content_moment moment,
                      bool versions, int64_t entry_id, bool *last)
{
	int64_t *version_ids;
	size_t count = 1;
	if (versions && locale_is_shown(change->answer) &&
	    !locale_read_versions(write, change->type, entry_id, &version_ids, &count))
		return false;
	*last = count == 1 && !hooks_look_at(write->call, moment, change->type);
	return true;
}

bool answer_change(struct write *write, const struct content_change *change, struct lifecycle *lifecycle,
                   enum content_moment moment, int64_t entry_id, struct content_result **result)
{
	const struct content_call *call = write->call;
	const struct query *answer = write->shown ? write->shown : change->answer;
	const bool made = made_as_version(change, moment);
	const bool versions = made || (moment == CONTENT_AFTER_UPDATE && !change->alone);
	if (change->unreadable)
		return content_fail_behind(call, change->unreadable, write->error);
	bool done = lifecycle_follows_write(write, lifecycle, answer)
	                ? find_last(write, change, moment, versions, entry_id, &lifecycle->last) &&
	                      lifecycle_finish_write(write, lifecycle, answer, entry_id, result)
	                : answer_read(call, answer, may_wait(call, change, moment), entry_id, result, write->error);
	return done && (!made || link_versions(write, change, entry_id, *result)) &&
	       (!versions || answer_update_versions(write, change->answer, entry_id, *result)) &&
	       answer_run_hooks(call, moment, change, entry_id, *result, write->error) &&
	       (!versions || answer_notify_versions(write, change->answer, entry_id, *result));
}
