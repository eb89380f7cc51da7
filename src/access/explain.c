/* Why a request was refused, for who develops: 403 alone does not tell. */
#include "access.h"
#include "access_state.h"

#include <stdio.h>

enum { LONGEST = 512 };

static void name_role(const struct caller *caller, char role[32])
{
	if (caller->kind == CALLER_PUBLIC)
		snprintf(role, 32, "public");
	else
		snprintf(role, 32, "%lld", (long long)caller->role_id);
}

void access_explain_refusal(const struct access *access, const struct caller *caller, struct slice action,
                            const char *requested)
{
	char role[32];
	size_t point = action.len;
	if (!access->explains || !action.len || action.len > LONGEST)
		return;
	while (point && action.ptr[point - 1] != '.')
		point--;
	int subject = point ? (int)point - 1 : 0;
	const char *name = action.ptr + point;
	int name_length = (int)(action.len - point);
	if (caller->kind == CALLER_TOKEN) {
		log_message(LOG_INFO, "403 for %s: the %s API token does not have the permission %.*s", requested,
		            caller->token_type == TOKEN_READ_ONLY ? "read-only" : "custom", (int)action.len,
		            action.ptr);
		return;
	}
	name_role(caller, role);
	log_message(LOG_INFO,
	            "403 for %s: the role %s%s does not have the permission %.*s. It is granted by: lectern role grant "
	            "%s %.*s %.*s",
	            requested, role, caller->kind == CALLER_PUBLIC ? ", which all have who send no token," : "",
	            (int)action.len, action.ptr, role, subject, action.ptr, name_length, name);
}
