/* Passwords in changes. A hash takes a twentieth of a second, in which a thread that writes would keep all other
 * changes waiting: so the passwords of a change are found and hashed before it is made. */
#include "passwords.h"

#include "access/access.h"
#include "content/service.h"
#include "content/validate/print.h"
#include "content/validate/scalar.h"
#include "content/validate/text.h"
#include "input.h"

struct content_password {
	struct slice text;
	const char *hash; /* NULL: it can't be hashed */
	struct content_password *next;
	bool too_many; /* of the first in a list: there were more, which are not in it */
};

/* A search for all passwords of a change. */
struct password_search {
	const struct registry *registry;
	struct arena *arena; /* NULL: only whether there are any */
	struct content_password *first;
	bool found, creation;
	size_t count;
};

/* A request that sets more would keep a thread busy for seconds. */
enum { MOST_PASSWORDS = 20 };

static const struct content_password *find(const struct content_password *list, struct slice text)
{
	for (; list; list = list->next)
		if (slice_equals(list->text, text))
			return list;
	return NULL;
}

static void add_text(struct password_search *search, struct slice text)
{
	char hash[ACCESS_PASSWORD_SIZE];
	if (find(search->first, text))
		return;
	if (search->count == MOST_PASSWORDS) {
		search->first->too_many = true;
		return;
	}
	struct content_password *password = arena_alloc(search->arena, sizeof *password);
	search->count++;
	password->text = arena_copy_slice(search->arena, text);
	if (access_hash_password(text, hash))
		password->hash = arena_copy(search->arena, slice_of(hash));
	password->next = search->first;
	search->first = password;
}

/* A value that is no text is made one by the validation, which comes later. */
static void add(struct password_search *search, struct json_object *json)
{
	struct buffer cast = {0};
	if (!json)
		return;
	search->found = true;
	if (!search->arena)
		return;
	add_text(search, json_text(search->arena, json));
	if (json_object_is_type(json, json_type_string))
		return;
	scalar_write_text(&cast, json);
	add_text(search, buffer_as_slice(&cast));
	buffer_free(&cast);
}

static void add_default(struct password_search *search, const struct attribute *attribute)
{
	struct json_object *json = json_parse_stored(slice_of(attribute->default_json));
	add(search, json);
	json_object_put(json);
}

static void search_entry(struct password_search *search, const struct content_type *type, struct json_object *data,
                         unsigned depth);

static void search_item(struct password_search *search, const struct attribute *attribute, struct json_object *item,
                        unsigned depth)
{
	const struct content_type *type = input_component_type(search->registry, attribute, item);
	if (type)
		search_entry(search, type, item, depth + 1);
}

static void search_value(struct password_search *search, const struct attribute *attribute, struct json_object *value,
                         unsigned depth)
{
	if (attribute->type == ATTRIBUTE_PASSWORD) {
		add(search, value);
		return;
	}
	if (!json_object_is_type(value, json_type_array)) {
		search_item(search, attribute, value, depth);
		return;
	}
	for (size_t i = 0; i < json_object_array_length(value); i++)
		search_item(search, attribute, json_object_array_get_idx(value, i), depth);
}

static void search_entry(struct password_search *search, const struct content_type *type, struct json_object *data,
                         unsigned depth)
{
	if (!json_object_is_type(data, json_type_object) || depth > WRITE_DEEPEST_COMPONENT)
		return;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (attribute->type != ATTRIBUTE_PASSWORD && !attribute_holds_components(attribute))
			continue;
		if (json_find(data, attribute->name, &value))
			search_value(search, attribute, value, depth);
		else if (attribute->type == ATTRIBUTE_PASSWORD && attribute->default_json &&
		         (search->creation || depth))
			add_default(search, attribute);
	}
}

bool content_has_passwords(const struct content *content, const struct content_type *type, struct json_object *data,
                           bool creation)
{
	struct password_search search = {.registry = service_registry(content), .creation = creation};
	search_entry(&search, type, data, 0);
	return search.found;
}

struct content_password *content_hash_passwords(const struct content *content, struct arena *arena,
                                                const struct content_type *type, struct json_object *data,
                                                bool creation)
{
	struct password_search search = {.registry = service_registry(content), .arena = arena, .creation = creation};
	search_entry(&search, type, data, 0);
	return search.first;
}

/* One that was not found beforehand has been put there since, by whoever may change what is written: it is hashed here,
 * and what writes waits. */
bool passwords_find_hash(struct write *write, struct slice password, struct value *value)
{
	const struct content_password *known = find(write->passwords, password);
	char hash[ACCESS_PASSWORD_SIZE];
	if (write->passwords && write->passwords->too_many)
		return error_validation(write->error, "Too many passwords. Expected at most %d at once",
		                        MOST_PASSWORDS);
	if (known ? !known->hash : !access_hash_password(password, hash))
		return error_validation(write->error, "A password may have at most 72 bytes, none of them NUL");
	*value = value_text(known ? slice_of(known->hash) : arena_copy_slice(write->call->arena, slice_of(hash)));
	return true;
}

bool passwords_replace(struct write *write, const struct content_type *type, struct json_object *data)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct content_password *known;
		struct json_object *sent;
		struct value hash;
		if (attribute->type != ATTRIBUTE_PASSWORD || !(sent = json_member(data, attribute->name)))
			continue;
		if (!passwords_find_hash(write, json_text(write->call->arena, sent), &hash))
			return false;
		json_object_object_add(data, attribute->name,
		                       json_object_new_string_len(hash.text.ptr, (int)hash.text.len));
		/* A hash that is met later stays as it is. */
		known = arena_alloc(write->call->arena, sizeof *known);
		*known = (struct content_password){.text = hash.text,
		                                   .hash = arena_copy(write->call->arena, hash.text),
		                                   .next = (struct content_password *)write->passwords};
		write->passwords = known;
	}
	return true;
}

bool content_is_email(struct slice text)
{
	return text_is_email(text);
}

void content_print_value(struct buffer *buffer, struct json_object *value)
{
	print_value(buffer, value);
}
