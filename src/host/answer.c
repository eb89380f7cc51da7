#include "answer.h"

enum { SHOWN_MESSAGE = 300 };

bool host_answer_refuse(const struct host_answer *answer, struct error *error)
{
	struct slice message = json_string(json_member(answer->value, "message"));
	if (answer->error.status == 503)
		return error_set(error, 503, "ServiceUnavailableError", "The project's code does not run, try again");
	if (!message.len)
		message = slice_of(answer->error.message);
	log_message(LOG_ERROR, "the project's code: %.*s", slice_shown_length(message, SHOWN_MESSAGE), message.ptr);
	return error_set(error, 500, "InternalServerError", "Internal Server Error");
}
