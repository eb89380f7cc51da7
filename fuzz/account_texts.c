/* What comes into the room `account` from outside: bodies of requests, codes, addresses, names for roles, and the
 * templates of mails with a user in them. The first byte chooses. */
#include "account/input.h"
#include "account/mail/mail.h"
#include "account/mail/template.h"
#include "account/text.h"
#include "account/users/code.h"

#include <assert.h>

static void check_input(struct arena *arena, struct slice text)
{
	static const char *const names[] = {"email", "password", "passwordConfirmation", "role", NULL};
	struct json_object *json;
	struct input input;
	struct error error;
	json_parse(NULL, text, JSON_DEEPEST, &json, &error);
	if (input_begin(&input, arena, json, &error)) {
		input_check_text(&input, "email", INPUT_REQUIRED | INPUT_EMAIL | INPUT_NOT_EMPTY);
		input_check_passwords(&input, true);
		input_check_role(&input, true);
		input_check_role(&input, false);
		input_check_names(&input, names);
		if (!input_end(&input, &error)) {
			/* What is said must be JSON again. */
			struct json_object *details = json_parse_stored(slice_of(error.details));
			assert(details);
			json_object_put(details);
		}
	}
	json_object_put(json);
}

/* A line feed and what follows is the user. */
static void check_template(struct slice text)
{
	size_t end = slice_find(text, '\n');
	struct buffer buffer = {0}, user = {0};
	buffer_add(&user, text.ptr + end, text.len - end);
	struct json_object *json = json_parse_stored(buffer_as_slice(&user));
	const struct template_values values = {.url = "<%= TOKEN %>",
	                                       .server_url = "s",
	                                       .admin_url = "a",
	                                       .code = "c",
	                                       .user = json_object_is_type(json, json_type_object) ? json : NULL};
	template_write(&buffer, (struct slice){text.ptr, end}, &values, false);
	template_write(&buffer, (struct slice){text.ptr, end}, &values, true);
	json_object_put(json);
	buffer_free(&buffer);
	buffer_free(&user);
}

static void check_address(struct arena *arena, struct slice text)
{
	struct buffer buffer = {0};
	char address[64];
	const char *terminated = arena_copy(arena, text);
	if (mail_read_address(terminated, address, sizeof address))
		assert(!strpbrk(address, "\r\n <>"));
	if (mail_write_address(&buffer, terminated))
		for (size_t i = 0; i < buffer.len; i++)
			/* Only folded lines, never a new header. */
			assert(buffer.data[i] != '\n' || (i + 1 < buffer.len && buffer.data[i + 1] == ' '));
	buffer_free(&buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	struct arena *arena = arena_create();
	struct slice text = {(const char *)data + 1, size - 1};
	char hash[CODE_HASH_SIZE];
	switch (data[0] % 4) {
	case 0:
		check_input(arena, text);
		break;
	case 1:
		check_template(text);
		break;
	case 2:
		check_address(arena, text);
		break;
	default:
		(void)code_hash(text, 0, hash);
		(void)text_role_type(arena, text);
	}
	arena_destroy(arena);
	return 0;
}
