/* Inside the room `api/rest`: accounts, on background threads. */
#ifndef LECTERN_API_REST_ACCOUNTS_H
#define LECTERN_API_REST_ACCOUNTS_H

#include "call.h"

/* Puts the request aside, runs its endpoint on a background thread, without a session but with `account`, and resumes
 * it. */
bool background_start_call(struct rest_call *call);

bool endpoint_sign_in(struct rest_call *call);
bool endpoint_register(struct rest_call *call);
bool endpoint_forgot_password(struct rest_call *call);
bool endpoint_send_email(struct rest_call *call);
bool endpoint_reset_password(struct rest_call *call);
bool endpoint_change_password(struct rest_call *call);
bool endpoint_confirm_email(struct rest_call *call);

/* Answers {"jwt": …, "user": …}, when it is done; frees the user. */
bool call_write_signed_in(struct rest_call *call, bool done, struct account_answer *answer);

bool endpoint_send_confirmation(struct rest_call *call);
bool endpoint_create_user(struct rest_call *call);
bool endpoint_update_user(struct rest_call *call);
bool endpoint_delete_user(struct rest_call *call);
bool endpoint_create_role(struct rest_call *call);
bool endpoint_update_role(struct rest_call *call);
bool endpoint_delete_role(struct rest_call *call);

#endif
